import { html, svg, type TemplateResult } from 'lit/html.js'

const width = 100
const rowHeight = 12

/**
 * Bars of the rows, the longest as wide as the drawing, those below zero beside the others in another
 * pattern. The table beside it says the same, so that it is hidden from screen readers.
 */
export function reportChart(values: readonly number[]): TemplateResult {
  const longest = Math.max(...values.map(Math.abs), 0)
  return html`<svg
    class="report-chart"
    viewBox="0 0 ${width} ${values.length * rowHeight}"
    preserveAspectRatio="none"
    height=${values.length * rowHeight * 2}
    aria-hidden="true"
  >
    ${values.map(
      (value, index) => svg`<rect
        class=${value < 0 ? 'below' : ''}
        y=${index * rowHeight + 2}
        height=${rowHeight - 4}
        width=${longest === 0 ? 0 : (Math.abs(value) / longest) * width}
      />`,
    )}
  </svg>`
}
