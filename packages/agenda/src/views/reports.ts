import type { Wire } from '@silla/client'
import { fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host, View } from '../host/host.ts'
import { datesOf } from '../host/when.ts'
import { reportChart } from '../reports/report-chart.ts'
import { type FigureUnit, isReport, type ReportName, reports } from '../reports/report-figures.ts'

/** Any report: rows and a total with the figures that `reports` names. */
type Report = Omit<Wire['InformeCitas'], 'grupo' | 'filas' | 'total'> & {
  grupo: Wire['InformeCitas']['grupo'] | Wire['InformeCaja']['grupo']
  filas: Row[]
  total: Figures
}
type Row = { desde: string; hasta: string; nombre: string | null } & Figures
type Figures = Record<string, unknown>

/** Reports (D76): a table, its main figure as bars beside it, and the file for spreadsheets. */
export default class ReportsView implements View {
  readonly #host: Host
  #report: Report | null = null
  /** Which one `#report` is. */
  #shown: ReportName = 'caja'

  constructor(host: Host) {
    this.#host = host
  }

  get title(): string {
    return this.#host.text.views.informes
  }

  async load(): Promise<void> {
    const name = this.#name
    const read = await this.#host.api.call((silla) =>
      // their parameters are the same
      silla.GET(`/api/v1/informes/${name}/` as '/api/v1/informes/caja/', {
        params: { query: this.#query as object },
      }),
    )
    this.#report = read as unknown as Report
    this.#shown = name
    this.#host.requestUpdate()
  }

  get #name(): ReportName {
    const named = this.#host.place.query.get('informe') ?? ''
    return isReport(named) ? named : 'caja'
  }

  /** Absent parameters have the defaults of the API. */
  get #query(): { desde?: string; hasta?: string; grupo?: string } {
    const { query } = this.#host.place
    const { groups } = reports[this.#name]
    const group = groups.find((each) => each === query.get('grupo'))
    return {
      ...(query.get('desde') && { desde: query.get('desde') as string }),
      ...(query.get('hasta') && { hasta: query.get('hasta') as string }),
      ...(group && { grupo: group }),
    }
  }

  #show(change: Record<string, string>): void {
    const query = { informe: this.#name, ...this.#query, ...change }
    this.#host.go('informes', query, { replace: true })
  }

  toolbar(): TemplateResult {
    const { text } = this.#host
    const words = text.reports
    const group = this.#query.grupo ?? reports[this.#name].groups[0]
    return html`<div class="tools">
      ${this.#select(words.report, this.#name, words.names, Object.keys(reports), 'informe')}
      ${this.#select(words.group, group, words.groups, reports[this.#name].groups, 'grupo')}
      ${this.#day('desde', words.from)} ${this.#day('hasta', words.to)}
      <a class="secondary" href=${this.#fileAddress()} download>${words.download}</a>
      ${this.#bookkeeping()}
      <button type="button" class="secondary" @click=${() => print()}>${words.print}</button>
    </div>`
  }

  #select(
    label: string,
    chosen: string,
    words: Readonly<Record<string, string>>,
    values: readonly string[],
    parameter: string,
  ): TemplateResult {
    return html`<select
      aria-label=${label}
      .value=${chosen}
      @change=${({ target }: Event) => this.#show({ [parameter]: (target as HTMLSelectElement).value })}
    >
      ${values.map((value) => html`<option value=${value} ?selected=${value === chosen}>${words[value]}</option>`)}
    </select>`
  }

  #day(parameter: 'desde' | 'hasta', label: string): TemplateResult {
    return html`<input
      class="date"
      type="date"
      aria-label=${label}
      .value=${this.#query[parameter] ?? this.#report?.[parameter] ?? ''}
      @change=${({ target }: Event) => {
        const { value } = target as HTMLInputElement
        if (value) this.#show({ [parameter]: value })
      }}
    />`
  }

  #fileAddress(): string {
    const query = new URLSearchParams({
      ...this.#query,
      formato: 'csv',
      lang: this.#host.language,
    })
    return `/api/v1/informes/${this.#name}/?${query}`
  }

  /** The file of the money of the last month that is shown, for the salon's bookkeeping (D56). */
  #bookkeeping(): TemplateResult | typeof nothing {
    const { text, format, language, may } = this.#host
    const month = this.#report?.hasta.slice(0, 7)
    if (this.#name !== 'caja' || month === undefined || !may('informes.salon')) return nothing
    const query = new URLSearchParams({ mes: month, formato: 'csv', lang: language })
    return html`<a class="secondary" href=${`/api/v1/informes/contabilidad/?${query}`} download
      >${fill(text.reports.bookkeeping, { month: format.month(month) })}</a
    >`
  }

  render(): TemplateResult {
    const { text } = this.#host
    const report = this.#report
    if (!report) return html`<div class="skeleton" aria-hidden="true"></div>`
    if (report.filas.length === 0)
      return html`<div class="empty"><p class="strong">${text.reports.none}</p></div>`
    const { main, figures } = reports[this.#shown]
    const words = text.reports.figures[this.#shown] as Record<string, string>
    return html`<div class="report">
      <div class="report-table" tabindex="0" role="region" aria-labelledby="report-caption">
        <table>
          <caption id="report-caption">
            ${text.reports.names[this.#shown]}: <bdi>${datesOf(this.#host, [report.desde, report.hasta], { year: 'numeric' })}</bdi>
          </caption>
          <thead>
            <tr>
              <th scope="col">${text.reports.groups[report.grupo]}</th>
              ${Object.keys(figures).map((figure) => html`<th scope="col">${words[figure]}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${report.filas.map((row) => this.#row(this.#heading(report, row), row))}
          </tbody>
          <tfoot>
            ${this.#row(text.reports.total, report.total)}
          </tfoot>
        </table>
      </div>
      <figure>
        <figcaption>${words[main]}</figcaption>
        ${reportChart(report.filas.map((row) => Number(row[main] ?? 0)))}
      </figure>
    </div>`
  }

  #row(heading: unknown, row: Figures): TemplateResult {
    return html`<tr>
      <th scope="row">${heading}</th>
      ${Object.entries(reports[this.#shown].figures).map(
        ([figure, unit]) => html`<td>${this.#cell(row[figure], unit)}</td>`,
      )}
    </tr>`
  }

  #cell(value: unknown, unit: FigureUnit): string {
    const { format } = this.#host
    if (typeof value !== 'number') return '–'
    if (unit === 'money') return format.money(value)
    if (unit === 'minutes') return format.duration(value)
    return unit === 'percent' ? `${format.number(value)} %` : format.number(value)
  }

  #heading({ grupo }: Report, { desde, hasta, nombre }: Row): TemplateResult | string {
    const { text, format } = this.#host
    if (grupo === 'origen') return html`<bdi>${nombre ?? text.reports.unknownOrigin}</bdi>`
    if (grupo === 'persona') return html`<bdi>${nombre ?? text.reports.noPerson}</bdi>`
    if (grupo === 'peluquero' || grupo === 'servicio')
      return html`<bdi>${nombre ?? text.reports.nobody}</bdi>`
    if (grupo === 'mes') return format.month(desde.slice(0, 7))
    return grupo === 'dia' || desde === hasta
      ? format.shortDate(desde)
      : `${format.shortDate(desde)} – ${format.shortDate(hasta)}`
  }
}
