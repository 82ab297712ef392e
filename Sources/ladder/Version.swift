/// The version of the program, by semantic versioning.
let version = "0.1.0"
