import Benchmarks
import Glibc

// The program is a library, so that tests can import it.
exit(await BenchmarkTool.run(Array(CommandLine.arguments.dropFirst())))
