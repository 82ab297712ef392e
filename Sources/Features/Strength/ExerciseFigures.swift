import Models
import TerminalUI

/// The records by reps, the last sessions, and charts of an exercise, as much as fits.
struct ExerciseFigures: PrimitiveView {
  let history: StrengthHistory
  let records: StrengthRecords

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(proposal.width, 0), flexible: .both)
  }

  func draw(in canvas: inout Canvas) {
    let size = canvas.size
    if !canvas.environment.canDrawGraphics {
      canvas.draw(column, in: canvas.bounds)
    } else if size.width >= 50 {
      canvas.draw(columns(in: size), in: canvas.bounds)
    } else {
      canvas.draw(lists(in: size), in: canvas.bounds)
    }
  }

  /// Everything below each other, because a screen reader reads whole lines.
  private var column: some View {
    VStack {
      BestList(records: records, maxCount: Self.maxPlainCount)
      SessionList(history: history, maxCount: Self.maxPlainCount)
      StrengthChart.best(history)
      StrengthChart.weeks(records, history.unit)
    }
  }

  /// The number of lines of a list for a screen reader.
  private static let maxPlainCount = 12

  private func columns(in size: Size) -> some View {
    // In a wide terminal the days have a year.
    let listWidth = size.width >= 70 ? 36 : 28
    return HStack(spacing: Self.gap) {
      lists(in: Size(listWidth, size.height)).frame(width: listWidth, height: size.height)
      charts(in: size).frame(width: size.width - listWidth - Self.gap, height: size.height)
    }
  }

  private static let gap = 3

  @ViewBuilder private func lists(in size: Size) -> some View {
    if size.height >= 8 {
      let rows = min(records.bests.count + 2, size.height - 4)
      VStack {
        BestList(records: records, maxCount: rows - 2)
        Text("")
        SessionList(history: history, maxCount: size.height - rows - 1)
      }
    } else {
      BestList(records: records, maxCount: size.height - 1)
    }
  }

  @ViewBuilder private func charts(in size: Size) -> some View {
    if size.height >= 8 {
      VStack {
        StrengthChart.best(history).frame(height: size.height / 2)
        StrengthChart.weeks(records, history.unit).frame(height: size.height - size.height / 2)
      }
    } else if size.height >= 4 {
      StrengthChart.best(history)
    } else {
      SessionList(history: history, maxCount: size.height - 1)
    }
  }
}

/// A list of the best loads by reps.
private struct BestList: View {
  let records: StrengthRecords
  let maxCount: Int

  var body: some View {
    SizeReader { size in
      VStack {
        Text("Best by reps").style(.dim)
        ForEach(records.bests.prefix(max(0, maxCount))) { best in
          HStack(spacing: 1) {
            Text(best.reps.repsText).frame(width: 8)
            Text(best.source.set.load.words).frame(width: 11)
            Text(best.source.day.dayText(in: size.width - 21)).style(.dim)
          }
        }
      }
    }
  }
}

/// A list of the last sessions, newest first.
private struct SessionList: View {
  let history: StrengthHistory
  let maxCount: Int

  var body: some View {
    SizeReader { size in
      VStack {
        Text("Last sessions").style(.dim)
        ForEach(history.sessions.suffix(max(0, maxCount)).reversed()) { session in
          HStack(spacing: 1) {
            Text(session.day.dayText(in: size.width - 24)).style(.dim)
              .frame(width: size.width >= 34 ? 10 : 6)
            Text(session.sets.summary(in: history.unit))
          }
        }
      }
    }
  }
}

extension Int64 {
  /// Returns a day, in days since 1970, with its year if that fits.
  fileprivate func dayText(in width: Int) -> String {
    width >= 10 ? dateText : CivilDate(daysSince1970: self).dayAndMonth
  }
}
