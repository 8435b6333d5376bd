import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Failure } from '../../api/failure.ts'
import { field } from '../../form/field.ts'
import { focusField } from '../../form/problems.ts'
import { star } from '../../style/icons.ts'
import type { ManageHost, View } from '../view.ts'

/** Reviewing a completed visit. */
export class ReviewView implements View {
  readonly hasBack = true
  readonly #host: ManageHost
  #rating = 0
  #comment = ''
  #isMissing = false

  constructor(host: ManageHost) {
    this.#host = host
  }

  title(): string {
    return this.#host.manageText.reviewTitle
  }

  action() {
    return { label: this.#host.manageText.reviewSend, run: () => this.#send() }
  }

  render(): TemplateResult {
    const { manageText } = this.#host
    return html`<div class="form">
      <fieldset aria-describedby=${this.#isMissing ? 'rating-problem' : 'rating-hint'}>
        <legend>${manageText.rating}</legend>
        <p class="muted small" id="rating-hint">${manageText.ratingHint}</p>
        <div class="ratings">${ratings.map((rating) => this.#choice(rating))}</div>
        ${
          this.#isMissing
            ? html`<p class="error small" id="rating-problem">${manageText.ratingMissing}</p>`
            : nothing
        }
      </fieldset>
      ${field(this.#host, {
        name: 'comment',
        label: manageText.comment,
        hint: manageText.commentHint,
        value: this.#comment,
        autocomplete: 'off',
        isOptional: true,
        rows: 4,
        maxLength: 1000,
        changed: (comment) => {
          this.#comment = comment
        },
      })}
    </div>`
  }

  #choice(rating: number): TemplateResult {
    const { format, manageText } = this.#host
    return html`<label class="pill">
      <input
        type="radio"
        name="rating"
        id="rating-${rating}"
        .checked=${rating === this.#rating}
        @change=${() => this.#choose(rating)}
      />
      <span class="face">
        <span aria-hidden="true">${format.number(rating)} ${star}</span>
        <span class="hidden">${format.count(manageText.stars, rating)}</span>
      </span>
    </label>`
  }

  #choose(rating: number): void {
    this.#rating = rating
    this.#isMissing = false
    this.#host.requestUpdate()
  }

  async #send(): Promise<void> {
    const { api, booking, manageText } = this.#host
    if (this.#rating === 0) {
      this.#isMissing = true
      this.#host.requestUpdate()
      await this.#host.updateComplete
      focusField(this.#host, 'rating-1')
      return
    }
    await this.#host.attempt(
      async () => {
        await api.call((silla) =>
          silla.POST('/api/v1/reservas/{id}/resena/', {
            params: { path: { id: booking.id } },
            body: {
              codigo: booking.codigo,
              valoracion: this.#rating,
              comentario: this.#comment.trim(),
            },
          }),
        )
        this.#host.isReviewed = true
        this.#host.go('booking')
        this.#host.show(manageText.reviewThanks)
      },
      (failure) => this.#refused(failure),
    )
  }

  /** It was reviewed elsewhere, or corrected to a visit that did not take place. */
  #refused({ code, message }: Failure): boolean {
    if (code !== 'ALREADY_REVIEWED' && code !== 'BOOKING_NOT_COMPLETED') return false
    this.#host.isReviewed = true
    this.#host.go('booking')
    this.#host.show(message)
    return true
  }
}

const ratings = [1, 2, 3, 4, 5]
