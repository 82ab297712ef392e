import LadderCommands

// The program is a library, so that tests can import it.
CommandLineTool.main()
