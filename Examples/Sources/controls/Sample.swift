import TerminalUI

/// A control, by its name in `TerminalUI`. The view `NAMESample` shows it.
enum Sample: String, CaseIterable {
  case text = "Text"
  case paragraph = "Paragraph"
  case stacks = "HStack"
  case border = "BorderedView"
  case bigText = "BigText"
  case bigFigures = "BigFigures"
  case list = "List"
  case table = "Table"
  case textField = "TextFieldView"
  case tabBar = "TabBar"
  case titleLine = "TitleLine"
  case splitView = "SplitView"
  case sheet = "Sheet"
  case alert = "Alert"
  case hints = "HintBar"
  case help = "HelpView"
  case progressBar = "ProgressBar"
  case shareBar = "ShareBar"
  case sparkline = "Sparkline"
  case chart = "Chart"

  /// The size of the picture in cells.
  var size: Size {
    switch self {
    case .splitView: Size(118, 5)
    case .chart: Size(48, 8)
    case .bigText, .alert, .help: Size(48, 7)
    case .bigFigures: Size(48, 6)
    case .table: Size(48, 5)
    case .list, .stacks: Size(48, 4)
    case .border, .sheet: Size(48, 3)
    case .text, .paragraph: Size(48, 2)
    default: Size(48, 1)
    }
  }
}

/// The view of a control.
struct SampleView: View {
  let sample: Sample
  let state: Controls.State

  var body: some View {
    switch sample {
    case .text: TextSample()
    case .paragraph: ParagraphSample()
    case .stacks: HStackSample()
    case .border: BorderedViewSample()
    case .bigText: BigTextSample()
    case .bigFigures: BigFiguresSample()
    case .list: ListSample(state: state)
    case .table: TableSample(state: state)
    case .textField: TextFieldViewSample(state: state)
    case .tabBar: TabBarSample(state: state)
    case .titleLine: TitleLineSample()
    case .splitView: SplitViewSample(state: state)
    case .sheet: SheetSample()
    case .alert: AlertSample(state: state)
    case .hints: HintBarSample()
    case .help: HelpViewSample(state: state)
    case .progressBar: ProgressBarSample(state: state)
    case .shareBar: ShareBarSample(state: state)
    case .sparkline: SparklineSample()
    case .chart: ChartSample()
    }
  }
}

// MARK: - Text

struct TextSample: View {
  var body: some View {
    VStack {
      Text("Apples").style(.title)
      Text("A line that is too long for its place ends in dots.").style(.dim)
    }
  }
}

struct ParagraphSample: View {
  var body: some View {
    Paragraph("A text that is too long for one line continues in the next one.")
  }
}

struct BigTextSample: View {
  var body: some View {
    BigText("12:34.5", minorStart: 5, maxScale: 1).style(.digit).centered()
  }
}

struct BigFiguresSample: View {
  var body: some View {
    BigFigures([
      .init("12", words: "12 apples"), .init("1:41", words: "1:41 left", role: .accent),
    ])
  }
}

// MARK: - Layout

struct HStackSample: View {
  var body: some View {
    VStack {
      HStack(spacing: 2) {
        Text("left"); Spacer(); Text("right")
      }
      Divider()
      Text("in the center").centered()
    }
  }
}

struct BorderedViewSample: View {
  var body: some View {
    Text("12 kg").padding(1, 0).expanded().border("Apples")
  }
}

struct TitleLineSample: View {
  var body: some View {
    TitleLine("12 kg", style: .accent, shouldTruncateTitle: true) {
      Text("Apples").style(.title)
    }
  }
}

struct SplitViewSample: View {
  let state: Controls.State

  var body: some View {
    SplitView { _ in
      List(state.fruits, selection: state.row) { Text($0) }
    } page: { _ in
      Text(state.fruits[state.row]).style(.title)
    }
  }
}

struct SheetSample: View {
  var body: some View {
    Sheet("Apples") { Text("12 kg") }.centered()
  }
}

// MARK: - Lists and choices

struct ListSample: View {
  let state: Controls.State

  var body: some View {
    List(state.fruits, selection: state.row) { Text($0) }
  }
}

struct TableSample: View {
  let state: Controls.State

  var body: some View {
    Table(
      state.fruits, selection: state.row,
      columns: [
        Column("Fruit") { $0 },
        Column("Letters", .fixed(7), alignment: .trailing) { "\($0.count)" },
      ])
  }
}

struct TabBarSample: View {
  let state: Controls.State

  var body: some View {
    TabBar(["Day", "Week", "Month"], selection: state.tab)
  }
}

struct TextFieldViewSample: View {
  let state: Controls.State

  var body: some View {
    HStack(spacing: 1) {
      Text("Name").style(.dim)
      TextFieldView(state.field, isFocused: state.isTrying)
    }
  }
}

struct AlertSample: View {
  let state: Controls.State

  var body: some View {
    // The keys: `keys.alert(state: \.alert, action: \.alert)`.
    Text("12 apples").expanded().alert(state.alert ?? .delete)
  }
}

// MARK: - Keys

struct HintBarSample: View {
  var body: some View {
    HintBar([Hint("Enter", "open"), Hint("d", "delete")], last: Hint("?", "help"))
  }
}

struct HelpViewSample: View {
  let state: Controls.State

  var body: some View {
    HelpView(
      "Keys", [Hint("Enter", "open"), Hint("d", "delete"), Hint("q", "quit")], selection: state.row
    )
    .centered()
  }
}

// MARK: - Numbers

struct ProgressBarSample: View {
  let state: Controls.State

  var body: some View {
    ProgressBar(state.share, label: "\(10 * state.tenths) %")
  }
}

struct ShareBarSample: View {
  let state: Controls.State

  var body: some View {
    ShareBar(state.share, target: 0.8, role: .good, words: "\(10 * state.tenths) % of 80 %")
  }
}

struct SparklineSample: View {
  var body: some View {
    Sparkline([1, 3, 2, 5, 4, 8, 6, 7], words: "from 1 to 7 kg").style(.accent)
  }
}

struct ChartSample: View {
  var body: some View {
    Chart([
      .init(0, 3), .init(1, 5), .init(2, 4), .init(3, 8, isMarked: true),
    ]) {
      "\(Int($0)) kg"
    } name: {
      "week \($0 + 1)"
    }
  }
}
