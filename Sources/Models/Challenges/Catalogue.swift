import FoundationEssentials
import Resources

/// The challenges a person can choose from.
public struct Catalogue: Hashable, Sendable {
  /// Every challenge, kind by kind, in the order they are shown.
  public let challenges: [Challenge]

  /// Challenges that are no longer to be done, but were: known by their keys only.
  public let retired: [Challenge]

  /// - Parameters:
  ///   - challenges: In any order; each kind keeps the order it has here.
  ///   - retired: Those that only a history still names.
  public init(_ challenges: [Challenge], retired: [Challenge] = []) {
    self.retired = retired
    self.challenges = Challenge.Kind.allCases.flatMap { kind in
      challenges.filter { $0.kind == kind }
    }
  }

  /// Decodes a catalogue from its JSON text.
  ///
  /// - Throws: `DecodingError` when a challenge misses something or has a value that makes no sense.
  public init(json: Data) throws {
    self.init(try JSONDecoder().decode([Challenge].self, from: json))
  }

  /// The challenge called `id`, if there is or was one.
  ///
  /// - Complexity: O(n); a catalogue has a few dozen challenges.
  public subscript(id: Challenge.ID) -> Challenge? {
    challenges.first { $0.id == id } ?? retired.first { $0.id == id }
  }

  /// The challenges under their headings; kinds without any are left out.
  public var sections: [(kind: Challenge.Kind, challenges: [Challenge])] {
    Challenge.Kind.allCases.compactMap { kind in
      let members = challenges.filter { $0.kind == kind }
      return members.isEmpty ? nil : (kind, members)
    }
  }
}

extension Catalogue {
  /// The challenges that come with the program, decoded once, when first asked for.
  public static let standard: Catalogue = {
    let file = ladder_catalogue()
    // The bytes are a constant of the program, so they may be read where they are; `Data` only
    // wants a pointer it could write through, and decoding does not.
    let json = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: file.bytes), count: file.count,
      deallocator: .none)
    do {
      return try Catalogue(json: json)
    } catch {
      // The catalogue is part of the program, and a test decodes it.
      fatalError("Resources/catalogue.json: \(error)")
    }
  }()
}

extension Catalogue {
  /// The challenges that `query` means, in their order.
  ///
  /// Each word of it must occur in the name, the kind's heading or the key, in whichever letters.
  ///
  /// ```swift
  /// catalogue.challenges(matching: "push min")  // Push-ups in 2 minutes
  /// ```
  ///
  /// - Returns: All of them when there is no word in `query`.
  /// - Complexity: O(n) in the challenges.
  public func challenges(matching query: String) -> [Challenge] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return challenges }
    return challenges.filter { challenge in
      let text = "\(challenge.name) \(challenge.kind.title) \(challenge.id)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }
}
