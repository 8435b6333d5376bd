/** Streams and their ends (D70), for the page. */
interface Options {
  /** Something of the salon has changed, or may have: what is shown is read again. */
  changed: () => Promise<void>
  /** The stream has ended for good: the session, or a right, may be gone. */
  closed: () => Promise<void>
}

const address = '/api/v1/agenda/cambios/'

/** Changes that come close together are read once. */
const pauseMilliseconds = 100
/** Without a stream, this often. */
const pollMilliseconds = 60_000

/** Until a stream that was refused is opened again; twice as long each time, up to the longest. */
const reopenMilliseconds = { first: 2_000, longest: 60_000 }

/**
 * Keeps what is shown up to date: by a stream, and without one every minute and whenever somebody looks
 * at the page again. A stream that was cut is opened again by the browser, but not one that was refused,
 * as while the API restarts behind a proxy: that is done here. Whatever was missed meanwhile is read then.
 */
export class Live {
  readonly #options: Options
  #source: EventSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #reopenTimer: ReturnType<typeof setTimeout> | undefined
  #waitMilliseconds = reopenMilliseconds.first
  #isReading = false
  #isDue = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#open()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.#options.closed()
      this.#reopen()
    })
    addEventListener('online', () => this.#reopen())
    setInterval(() => {
      if (this.#source?.readyState !== EventSource.OPEN) this.#due()
    }, pollMilliseconds)
  }

  #open(): void {
    const source = new EventSource(address)
    this.#source = source
    source.onopen = () => {
      this.#waitMilliseconds = reopenMilliseconds.first
      this.#due()
    }
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.#reopenLater()
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const { tipo } = JSON.parse(data) as { tipo: string }
      if (tipo !== 'agenda.cerrada') return this.#due()
      // the browser would open it again
      source.close()
      void this.#options.closed()
    }
  }

  #reopen(): void {
    clearTimeout(this.#reopenTimer)
    if (this.#source?.readyState === EventSource.CLOSED) this.#open()
  }

  #reopenLater(): void {
    this.#reopenTimer = setTimeout(() => {
      this.#reopen()
      // a stream does not say why it is refused: reading does, as when the session has ended
      this.#due()
    }, this.#waitMilliseconds)
    this.#waitMilliseconds = Math.min(2 * this.#waitMilliseconds, reopenMilliseconds.longest)
  }

  /** Reads after a moment, and once more when something has changed while it was reading. */
  #due(): void {
    this.#isDue = true
    if (this.#isReading || this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.#read(), pauseMilliseconds)
  }

  async #read(): Promise<void> {
    this.#timer = undefined
    this.#isDue = false
    this.#isReading = true
    try {
      await this.#options.changed()
    } finally {
      this.#isReading = false
      if (this.#isDue) this.#due()
    }
  }
}
