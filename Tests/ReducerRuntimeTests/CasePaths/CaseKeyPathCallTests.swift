import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks) struct CaseKeyPathCallTests {
  @Test func `a partial path embeds a value of the payload's type`() {
    let path: PartialCaseKeyPath<Field> = \.title
    #expect(path("Squats") == .title("Squats"))
    #expect(path(3) == nil)
    let note: PartialCaseKeyPath<Field> = \.note
    #expect(note("heavy") == .note("heavy"))
    #expect(note(String?.none as Any) == .note(nil))
  }

  @Test func `a partial path extracts a payload`() {
    let path: PartialCaseKeyPath<Field> = \.title
    #expect(Field.title("Squats")[case: path] as? String == "Squats")
    #expect(Field.note("heavy")[case: path] == nil)
  }

  @Test func `a field is copied to the case of the same name of another enum`() throws {
    let titles: (PartialCaseKeyPath<Field>, PartialCaseKeyPath<Column>) = (\.title, \.title)
    let title = try #require(Field.title("Squats")[case: titles.0])
    #expect(titles.1(title) == .title("Squats"))
  }

  @Test func `paths that are appended are equal to those written out`() {
    let appended = (\Row.Cases.field).appending(path: \.title)
    #expect(appended == \Row.Cases.field.title)
    #expect(Set<PartialCaseKeyPath<Row>>([\.field.title, \.blank]).contains(appended))
    #expect(appended("Squats") == .field(.title("Squats")))
  }

  @Test func `a case path continues into the cases of its payload`() {
    let path = Row.allCasePaths.field.title
    #expect(path.extract(from: .field(.title("Squats"))) == "Squats")
    #expect(path.name == "field.title")
    #expect("\(Row.allCasePaths.blank)" == "AnyCasePath<Row, ()>")
  }
}

@CasePathable
private enum Field: Equatable {
  case title(String)
  case note(String?)
}

@CasePathable
private enum Column: Equatable {
  case title(String)
}

@CasePathable
private enum Row: Equatable {
  case field(Field)
  case blank
}
