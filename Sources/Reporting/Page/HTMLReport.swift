package import Conformance

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
        PackageResources.elements_js,
        PackageResources.model_js,
        PackageResources.matrix_js,
        PackageResources.differences_js,
        PackageResources.json_js,
      ] + pictures.scripts + [
        PackageResources.case_pictures_js,
        PackageResources.details_js,
        PackageResources.views_js,
        PackageResources.summary_js,
        PackageResources.start_js,
      ],
      styles: [PackageResources.base_css, PackageResources.page_css] + pictures.styles,
      noScript: "\(title). The full report needs JavaScript."
    )

    text = page.text
  }
}
