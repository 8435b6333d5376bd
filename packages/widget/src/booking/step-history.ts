import type { StepName } from './state.ts'

/**
 * The steps in the browser's history, so that its Back button leads to the step before. The address
 * stays as it is, and what the site keeps in the entry is not touched.
 */
export class StepHistory {
  readonly #name: string
  readonly #returned: (step: StepName) => boolean
  /** How many entries of ours lie before the current one. */
  #depth = 0

  /** `returned` is called with the step of an entry, and returns false when it is shown already. */
  constructor(name: string, returned: (step: StepName) => boolean) {
    this.#name = name
    this.#returned = returned
    this.#depth = this.#entry(history.state)?.depth ?? 0
  }

  start(): void {
    addEventListener('popstate', this.#onPopState)
  }

  stop(): void {
    removeEventListener('popstate', this.#onPopState)
  }

  push(step: StepName): void {
    this.#depth++
    history.pushState(this.#with(step), '')
  }

  replace(step: StepName): void {
    history.replaceState(this.#with(step), '')
  }

  /** Goes back to the entry before; false when that is not one of ours. */
  back(): boolean {
    if (this.#depth === 0) return false
    history.back()
    return true
  }

  #with(step: StepName): object {
    return { ...history.state, silla: { name: this.#name, step, depth: this.#depth } }
  }

  #entry(state: unknown): Entry | null {
    const entry = (state as { silla?: Entry } | null)?.silla
    return entry?.name === this.#name ? entry : null
  }

  readonly #onPopState = ({ state }: PopStateEvent): void => {
    const entry = this.#entry(state)
    if (!entry) return
    const isBack = entry.depth < this.#depth
    this.#depth = entry.depth
    // an entry with the step that is shown, after a lost time: further back
    if (isBack && !this.#returned(entry.step)) this.back()
  }
}

interface Entry {
  name: string
  step: StepName
  depth: number
}
