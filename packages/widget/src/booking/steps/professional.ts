import { html, nothing, type TemplateResult } from 'lit/html.js'
import { people } from '../../style/icons.ts'
import { fill } from '../../text/fill.ts'
import type { ScreenProfessional } from '../screen.ts'
import type { BookingHost, Step } from '../step.ts'
import { eligibleProfessionals } from '../visit.ts'

/** The choice of a person, or of anyone who is free. */
export class ProfessionalStep implements Step {
  readonly #host: BookingHost

  constructor(host: BookingHost) {
    this.#host = host
  }

  title(): string {
    return this.#host.text.professional.title
  }

  render(): TemplateResult {
    const { screen, state, text } = this.#host
    return html`<div class="cards" role="radiogroup" aria-labelledby="title">
      ${this.#card(0, html`<span class="avatar">${people}</span>`, text.anyone, text.professional.anyoneHint)}
      ${eligibleProfessionals(screen, state).map((each) =>
        this.#card(each.id, avatar(each), each.nombre, each.cargo, this.#rating(each)),
      )}
    </div>`
  }

  action() {
    return { label: this.#host.text.next, run: () => this.#host.next() }
  }

  #card(
    id: number,
    picture: TemplateResult,
    name: string,
    hint: string,
    end: TemplateResult | typeof nothing = nothing,
  ): TemplateResult {
    return html`<label class="card" part="card">
      <input
        type="radio"
        name="professional"
        .checked=${this.#host.state.professionalId === id}
        @change=${() => this.#host.change({ professionalId: id })}
      />
      ${picture}
      <span class="grow">
        <span class="strong">${name}</span>
        ${hint ? html`<span class="muted small line">${hint}</span>` : nothing}
      </span>
      ${end}
    </label>`
  }

  #rating({
    valoracion_media,
    total_resenas,
  }: ScreenProfessional): TemplateResult | typeof nothing {
    if (total_resenas === 0) return nothing
    const { text, format } = this.#host
    const rating = format.number(valoracion_media)
    return html`<span class="end small">
      <span aria-hidden="true">★ ${rating}</span>
      <span class="hidden">${fill(text.professional.rating, { rating })}</span>
      <span class="muted line">${format.count(text.professional.reviews, total_resenas)}</span>
    </span>`
  }
}

const avatar = ({ imagen_url, nombre }: ScreenProfessional): TemplateResult =>
  html`<span class="avatar" aria-hidden="true"
    >${
      imagen_url
        ? html`<img src=${imagen_url} alt="" loading="lazy" width="44" height="44" />`
        : nombre.slice(0, 1)
    }</span
  >`
