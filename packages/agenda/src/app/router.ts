import type { Query } from '../host/host.ts'
import { addressOf, type Place, placeOf, type ViewName } from '../host/place.ts'

/** Keeps the address and what is shown together: links, back, forward and reload work. */
export class Router {
  place: Place = placeOf(location)
  readonly #changed: () => void
  readonly #mayLeave: (leave: () => void) => boolean
  readonly #closesDialog: () => boolean

  constructor(
    changed: () => void,
    {
      mayLeave,
      closesDialog,
    }: {
      /** Whether the address may change now; if not, `leave` changes it later. */
      mayLeave: (leave: () => void) => boolean
      /** Back closes a dialog first: whether there was one. */
      closesDialog: () => boolean
    },
  ) {
    this.#changed = changed
    this.#mayLeave = mayLeave
    this.#closesDialog = closesDialog
    addEventListener('popstate', () => this.#turn())
  }

  go(view: ViewName, query: Query = {}, { replace = false } = {}): void {
    const address = addressOf({ view, query: this.#queryOf(query) })
    const isSame = address === addressOf(this.place)
    const leave = () => {
      history[replace || isSame ? 'replaceState' : 'pushState'](null, '', address)
      this.#show()
    }
    if (this.#mayLeave(leave)) leave()
  }

  /** For a link, which `go` follows unless it is opened in another tab. */
  href = (view: ViewName, query: Query = {}): string =>
    addressOf({ view, query: this.#queryOf(query) })

  /** Back and forward: the browser has changed the address already. */
  #turn(): void {
    const { href } = location
    const leave = () => {
      history.pushState(null, '', href)
      this.#show()
    }
    if (!this.#closesDialog() && this.#mayLeave(leave)) this.#show()
    else history.pushState(null, '', addressOf(this.place))
  }

  #show(): void {
    this.place = placeOf(location)
    this.#changed()
  }

  /** The language stays. */
  #queryOf(query: Query): URLSearchParams {
    const kept = new URLSearchParams()
    const entries = Object.entries({ ...query, lang: this.place.query.get('lang') ?? undefined })
    for (const [name, value] of entries)
      if (value !== undefined && value !== '') kept.set(name, `${value}`)
    return kept
  }
}
