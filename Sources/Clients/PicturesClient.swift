import Models
import ReducerRuntime

/// A client that saves pictures of results as files.
@DependencyClient
public struct PicturesClient: Sendable {
  /// Saves a picture in the person's folder for pictures, as an SVG file, and also as a PNG if a program that converts it
  /// is installed. Files with the same name are replaced.
  ///
  /// - Parameters:
  ///   - name: The name of the files without an extension.
  ///   - svg: The contents of the SVG file.
  /// - Returns: The paths of the files, the SVG first.
  /// - Throws: ``PictureError``.
  public var save: @Sendable (_ name: String, _ svg: String) async throws -> [String]
}

extension PicturesClient: TestDependencyKey {
  public static let testValue = PicturesClient()

  /// A client for demos, which saves nothing.
  public static let demo = PicturesClient(save: { name, _ in ["\(name).svg"] })
}

extension DependencyValues {
  /// The client that saves pictures of results.
  public var pictures: PicturesClient {
    get { self[PicturesClient.self] }
    set { self[PicturesClient.self] = newValue }
  }
}

/// An error of saving a picture.
public struct PictureError: ExplainedError, Hashable, Sendable {
  public var path: String
  /// The system's error message.
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var summary: String { "cannot write \(path.escapedText) (\(reason.escapedText))" }

  public var remedy: String { "set XDG_PICTURES_DIR to a folder of yours" }

  /// The reason without the path, which is personal data.
  public var details: String { "picture: \(reason)" }
}
