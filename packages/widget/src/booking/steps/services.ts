import { html, nothing, type TemplateResult } from 'lit/html.js'
import { fill } from '../../text/fill.ts'
import { NextTime } from '../next-time.ts'
import type { ScreenService } from '../screen.ts'
import type { BookingHost, Step } from '../step.ts'
import { maxServices, offeredServices, peopleFor, personFor, priceOf } from '../visit.ts'

/** The choice of one or several services, by category. */
export class ServicesStep implements Step {
  readonly #host: BookingHost
  readonly #nextTime: NextTime

  constructor(host: BookingHost) {
    this.#host = host
    this.#nextTime = new NextTime(host)
  }

  enter(): void {
    void this.#nextTime.load()
  }

  title(): string {
    return this.#host.text.services.title
  }

  render(): TemplateResult {
    const groups = this.#groups()
    if (groups.length === 0) return html`<p>${this.#host.text.services.none}</p>`
    return html`${this.#nextTime.render()}
    ${groups.map(
      ({ name, hint, services }) => html`<fieldset class="group">
        <legend class=${groups.length > 1 ? '' : 'hidden'}>${name}</legend>
        ${groups.length > 1 && hint ? html`<p class="muted small">${hint}</p>` : nothing}
        <div class="cards">${services.map((service) => this.#card(service))}</div>
      </fieldset>`,
    )}`
  }

  action() {
    const { screen, text } = this.#host
    return screen.servicios.length === 0 ? null : { label: text.next, run: () => this.#continue() }
  }

  #continue(): void {
    const { state, text } = this.#host
    if (state.serviceIds.length > 0) this.#host.next()
    else {
      this.#host.show(text.services.chooseOne)
      this.#host.renderRoot.querySelector<HTMLElement>('input')?.focus()
    }
  }

  /** Categories in display order; services of a category that is not listed come last. */
  #groups(): { name: string; hint: string; services: ScreenService[] }[] {
    const { screen, text } = this.#host
    const offered = offeredServices(this.#host)
    const listed = screen.categorias.map(({ id, nombre, descripcion }) => ({
      name: nombre,
      hint: descripcion,
      services: offered.filter(({ categoria }) => categoria.id === id),
    }))
    const ids = screen.categorias.map(({ id }) => id)
    const others = offered.filter(({ categoria }) => !ids.includes(categoria.id))
    return [...listed, { name: text.services.other, hint: '', services: others }].filter(
      ({ services }) => services.length > 0,
    )
  }

  #card(service: ScreenService): TemplateResult {
    const { state, format } = this.#host
    return html`<label class="card" part="card">
      ${
        service.imagen_url
          ? html`<img class="thumb" src=${service.imagen_url} alt="" loading="lazy" width="64" height="64" />`
          : nothing
      }
      <span class="grow">
        <span class="strong">${service.nombre}</span>
        ${service.descripcion ? html`<span class="muted small line">${service.descripcion}</span>` : nothing}
        <span class="small line"
          ><span class="strong">${format.money(priceOf(service))}</span>${
            service.precio_oferta === null ? nothing : this.#regularPrice(service.precio)
          }
          · ${format.duration(service.duracion_minutos)}</span
        >
      </span>
      <input
        class="pick"
        type="checkbox"
        .checked=${state.serviceIds.includes(service.id)}
        @change=${(event: Event) => this.#toggle(service.id, event.target as HTMLInputElement)}
      />
    </label>`
  }

  #regularPrice(price: number): TemplateResult {
    const { text, format } = this.#host
    const amount = format.money(price)
    return html`&nbsp;<s class="muted" aria-hidden="true">${amount}</s>
      <span class="hidden">${fill(text.services.insteadOf, { price: amount })}</span>`
  }

  #toggle(id: number, box: HTMLInputElement): void {
    const { screen, state, text, format } = this.#host
    const others = state.serviceIds.filter((chosen) => chosen !== id)
    if (box.checked && others.length === maxServices) {
      box.checked = false
      this.#host.show(fill(text.services.tooMany, { n: format.number(maxServices) }))
    } else {
      const serviceIds = box.checked ? [...others, id] : others
      const choice = { ...state, serviceIds }
      this.#host.change({
        serviceIds,
        professionalId: personFor(screen, choice),
        people: peopleFor(screen, choice),
      })
      void this.#nextTime.load()
    }
  }
}
