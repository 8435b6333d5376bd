import type { CustomerAuth, Wire } from '@silla/client'
import { Failure } from './failure.ts'

/** Where the tokens of a signed-in customer are kept: for this tab, and no longer. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Tokens {
  access: string
  refresh: string
}

interface Options {
  /** The salon's key: a session is valid in one salon. */
  key: string
  storage?: () => TokenStorage
  /** Exchanges a refresh token, which can be used once, for the next pair. */
  renew: (refreshToken: string) => Promise<Wire['Sesion']>
}

/** The session of a customer who has signed in by code. */
export class CustomerSession implements CustomerAuth {
  readonly #name: string
  readonly #storage: () => TokenStorage
  readonly #renew: Options['renew']
  #tokens: Tokens | null

  constructor({ key, storage = () => sessionStorage, renew }: Options) {
    this.#name = `silla:session:${key}`
    this.#storage = storage
    this.#renew = renew
    this.#tokens = attempt(() => JSON.parse(storage().getItem(this.#name) ?? 'null')) ?? null
  }

  get isSignedIn(): boolean {
    return this.#tokens !== null
  }

  get accessToken(): string | null {
    return this.#tokens?.access ?? null
  }

  get refreshToken(): string | null {
    return this.#tokens?.refresh ?? null
  }

  start({ access_token: access, refresh_token: refresh }: Wire['Sesion']): void {
    const tokens = { access, refresh }
    this.#tokens = tokens
    attempt(() => this.#storage().setItem(this.#name, JSON.stringify(tokens)))
  }

  end(): void {
    this.#tokens = null
    attempt(() => this.#storage().removeItem(this.#name))
  }

  /** Called by the client when the access token has expired. */
  async refresh(): Promise<string | null> {
    if (!this.#tokens) return null
    try {
      this.start(await this.#renew(this.#tokens.refresh))
      return this.accessToken
    } catch (error) {
      // refused: it was ended elsewhere, or is too old
      if (!(error instanceof Failure) || error.isTemporary) throw error
      this.end()
      return null
    }
  }
}

/** A browser that does not allow storage goes on without. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
