import Models

/// Unique names for any number of people.
package enum SeedNames {
  /// Returns the name of person number `index`, counted from 0.
  package static func name(_ index: Int) -> PersonName {
    // The last name varies fastest, so that consecutive people have different last names.
    let last = lastNames[index % lastNames.count]
    let first = firstNames[index / lastNames.count % firstNames.count]
    let initial = index / (lastNames.count * firstNames.count)
    let text =
      switch initial {
      case 0: "\(first) \(last)"
      case 1...26: "\(first) \(letters[initial - 1]). \(last)"
      default: "\(first) \(last) \(initial)"
      }
    guard let name = PersonName(text) else { fatalError("\(text) is not a name") }
    return name
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  private static let firstNames = [
    "Ada", "Alan", "Amira", "Anders", "Anya", "Arjun", "Ayo", "Bea", "Björn", "Carla", "Chen",
    "Cleo", "Dario", "Dilek", "Edda", "Eli", "Emma", "Enzo", "Fatima", "Femi", "Finn", "Freya",
    "Goran", "Grace", "Hana", "Hugo", "Ida", "Ines", "Ivan", "Jamal", "Jin", "Jonas", "Kai",
    "Keiko", "Lars", "Leila", "Lina", "Luca", "Maeve", "Marek", "Mina", "Nia", "Noah", "Olga",
    "Omar", "Paula", "Pia", "Priya", "Quentin", "Rosa", "Ruben", "Sana", "Sven", "Tara", "Tomas",
    "Uma", "Vera", "Wei", "Yara", "Zoë",
  ]

  private static let lastNames = [
    "Abbas", "Adler", "Almeida", "Baker", "Berg", "Bianchi", "Brandt", "Castro", "Cohen", "Costa",
    "Dahl", "Diaz", "Dubois", "Eriksen", "Faber", "Ferrari", "Fischer", "Garcia", "Gupta", "Haas",
    "Hansen", "Hoffmann", "Ibrahim", "Ito", "Jansen", "Jensen", "Kaya", "Keller", "Khan", "Kim",
    "Koch", "Kowalski", "Lang", "Larsen", "Lee", "Lopez", "Maier", "Marino", "Mbeki", "Moreau",
    "Nakamura", "Nguyen", "Novak", "Okafor", "Olsen", "Ortiz", "Park", "Patel", "Petrov", "Popa",
    "Quinn", "Rossi", "Sato", "Schmidt", "Silva", "Singh", "Stein", "Tanaka", "Vargas", "Vogel",
    "Wang", "Weber", "Wolf", "Yilmaz", "Young", "Zhang",
  ]
}
