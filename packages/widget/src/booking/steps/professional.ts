import { html, nothing, type TemplateResult } from 'lit/html.js'
import { people, star } from '../../style/icons.ts'
import { fill } from '../../text/fill.ts'
import type { ScreenProfessional, ScreenService } from '../screen.ts'
import type { BookingHost, Step } from '../step.ts'
import { canDivide, chosenServices, eligibleProfessionals, peopleFor } from '../visit.ts'

/** The choice of a person, of anyone who is free, or of a person for each service. */
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
      ${eligibleProfessionals(screen, state.serviceIds).map((each) =>
        this.#card(each.id, avatar(each), each.nombre, each.cargo, this.#rating(each)),
      )}
      ${canDivide(screen, state) ? this.#card(null, html`<span class="avatar">${people}</span>`, text.professional.each) : nothing}
    </div>
    ${
      state.people
        ? html`<div class="form group" role="group" aria-label=${text.professional.each}>
            ${chosenServices(screen, state).map((service) => this.#choice(service))}
          </div>`
        : nothing
    }`
  }

  action() {
    return { label: this.#host.text.next, run: () => this.#host.next() }
  }

  /** @param id null: a person for each service */
  #card(
    id: number | null,
    picture: TemplateResult,
    name: string,
    hint = '',
    end: TemplateResult | typeof nothing = nothing,
  ): TemplateResult {
    const { screen, state } = this.#host
    return html`<label class="card" part="card">
      <input
        type="radio"
        name="professional"
        .checked=${(state.people ? null : state.professionalId) === id}
        @change=${() =>
          this.#host.change({
            professionalId: id ?? 0,
            people: id === null ? peopleFor(screen, { ...state, people: {} }) : null,
          })}
      />
      ${picture}
      <span class="grow">
        <span class="strong">${name}</span>
        ${hint ? html`<span class="muted small line">${hint}</span>` : nothing}
      </span>
      ${end}
    </label>`
  }

  /** Who does one service. */
  #choice({ id, nombre }: ScreenService): TemplateResult {
    const { screen, state, text } = this.#host
    const option = (person: number, name: string) =>
      html`<option value=${person} .selected=${state.people?.[id] === person}>${name}</option>`
    return html`<label class="field">
      ${nombre}
      <select
        @change=${(event: Event) =>
          this.#host.change({
            people: { ...state.people, [id]: Number((event.target as HTMLSelectElement).value) },
          })}
      >
        ${option(0, text.anyone)}
        ${eligibleProfessionals(screen, [id]).map((each) => option(each.id, each.nombre))}
      </select>
    </label>`
  }

  #rating({
    valoracion_media,
    total_resenas,
  }: ScreenProfessional): TemplateResult | typeof nothing {
    if (total_resenas === 0) return nothing
    const { text, format } = this.#host
    const rating = format.rating(valoracion_media)
    return html`<span class="end small">
      <span aria-hidden="true">${star} ${rating}</span>
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
