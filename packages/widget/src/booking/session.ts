import type { BookingState } from './state.ts'

/** Keeps a state for this tab; a browser that does not allow it goes on without. */
export interface Session {
  read(): BookingState | null
  write(state: BookingState): void
  clear(): void
}

/** The part of `Storage` that is used. */
type TabStorage = Pick<typeof sessionStorage, 'getItem' | 'setItem' | 'removeItem'>

/** Raised whenever the state gets another shape: a state of an older release is not read. */
const version = 1

export function openSession(
  key: string,
  storage: () => TabStorage = () => sessionStorage,
): Session {
  const name = `silla:${version}:${key}`
  return {
    read: () => attempt(() => JSON.parse(storage().getItem(name) ?? 'null')) ?? null,
    write: (state) => attempt(() => storage().setItem(name, JSON.stringify(state))),
    clear: () => attempt(() => storage().removeItem(name)),
  }
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
