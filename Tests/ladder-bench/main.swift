import Benchmarks
import Glibc

// The code is in a library, so that tests can import it.
exit(await BenchmarkTool.run(Array(CommandLine.arguments.dropFirst())))
