import CommandLineInterface
import ServerCommands

// The code is in a library, so that tests can import it.
CommandLineTool.main(.server)
