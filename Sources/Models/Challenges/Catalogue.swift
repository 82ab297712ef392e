import FoundationEssentials
import Resources

/// The challenges that a person can choose from.
public struct Catalogue: Hashable, Sendable {
  /// All challenges, grouped by kind, in the order in which they are shown.
  public let challenges: [Challenge]

  /// Deleted challenges, which are still found by their IDs.
  public let deleted: [Challenge]

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - challenges: The challenges. Each kind keeps its order.
  ///   - deleted: Deleted challenges that a history refers to.
  public init(_ challenges: [Challenge], deleted: [Challenge] = []) {
    self.deleted = deleted
    self.challenges = Challenge.Kind.allCases.flatMap { kind in
      challenges.filter { $0.kind == kind }
    }
  }

  /// Decodes a catalogue from its JSON text.
  ///
  /// - Throws: `DecodingError` if a challenge is incomplete or has an invalid value.
  public init(json: Data) throws {
    self.init(try JSONDecoder().decode([Challenge].self, from: json))
  }

  /// The current or deleted challenge with an ID, if any.
  ///
  /// - Complexity: O(n); a catalogue has a few dozen challenges.
  public subscript(id: Challenge.ID) -> Challenge? {
    challenges.first { $0.id == id } ?? deleted.first { $0.id == id }
  }

  /// The challenges by kind, without empty kinds.
  public var sections: [(kind: Challenge.Kind, challenges: [Challenge])] {
    Challenge.Kind.allCases.compactMap { kind in
      let members = challenges.filter { $0.kind == kind }
      return members.isEmpty ? nil : (kind, members)
    }
  }
}

extension Catalogue {
  /// The built-in challenges, decoded on first use.
  public static let standard: Catalogue = {
    let file = ladder_catalogue()
    // The bytes are a constant, so they aren't copied. `Data` requires a mutable pointer, but decoding doesn't write.
    let json = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: file.bytes), count: file.count,
      deallocator: .none)
    do {
      return try Catalogue(json: json)
    } catch {
      // The catalogue is built in, and a test decodes it.
      fatalError("Resources/catalogue.json: \(error)")
    }
  }()
}

extension Catalogue {
  /// Returns the challenges that match a query, in their order.
  ///
  /// Each word must occur in the name, the title of the kind, the ID or an exercise. Case, accents, hyphens and plurals
  /// make no difference.
  ///
  /// ```swift
  /// catalogue.challenges(matching: "push min")  // Push-ups in 2 minutes
  /// ```
  ///
  /// - Returns: All challenges if `query` has no words.
  /// - Complexity: O(n) in the challenges.
  public func challenges(matching query: String) -> [Challenge] {
    let words = SearchWord.words(of: query)
    guard !words.isEmpty else { return challenges }
    return challenges.filter { challenge in
      let text = challenge.searchText
      return words.allSatisfy { text.contains($0) }
    }
  }
}
