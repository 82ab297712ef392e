import CommandLineInterface
import LadderCommands

// The code is in a library, so that tests can import it.
CommandLineTool.main(.ladder)
