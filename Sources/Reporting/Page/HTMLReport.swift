package import Conformance
internal import PageFiles

/// A run as a single self-contained page that needs no network and no other file.
///
/// The page contains the JSON report as data, split so that the browser parses only what it shows
/// (`PageData`), with what repeats in a part only once (`PackedText`).
package struct HTMLReport: Sendable {
  /// The page. Equal runs always produce equal text.
  package let text: String

  /// - Parameter report: The run to show.
  package init(_ report: RunRecord) {
    let data = PageData(report)
    let counts = CaseCounts(report.results)
    let title = "Parity: \(figure(counts.passed)) of \(counts.checkedText) passed"

    let index = SelfContainedPage.DataElement(id: "report", value: data.index)
    let parts = data.parts.map { part in
      SelfContainedPage.DataElement(id: part.id, value: part.cases, isPacked: true)
    }

    let pictures = PictureResources(of: report.suites.map(\.contract))
    let page = SelfContainedPage(
      title: title,
      data: [index] + parts,
      scripts: [
        String(cString: page_elements_js()),
        String(cString: page_model_js()),
        String(cString: page_matrix_js()),
        String(cString: page_differences_js()),
        String(cString: page_json_js()),
      ] + pictures.scripts + [
        String(cString: page_case_pictures_js()),
        String(cString: page_details_js()),
        String(cString: page_views_js()),
        String(cString: page_summary_js()),
        String(cString: page_start_js()),
      ],
      styles: [
        String(cString: page_base_css()),
        String(cString: page_page_css()),
      ] + pictures.styles,
      noScript: "\(title). The full report needs JavaScript."
    )

    text = page.text
  }
}
