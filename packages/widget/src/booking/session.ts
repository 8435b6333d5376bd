/** Keeps a value in the browser; one that does not allow it goes on without. */
export interface Session<Value> {
  read(): Value | null
  write(value: Value): void
  clear(): void
}

/** The part of `Storage` that is used. */
type TabStorage = Pick<typeof sessionStorage, 'getItem' | 'setItem' | 'removeItem'>

/** Raised whenever a value gets another shape: that of an older release is not read. */
const version = 2

/** By default for this tab alone. */
export function openSession<Value>(
  key: string,
  storage: () => TabStorage = () => sessionStorage,
): Session<Value> {
  const name = `silla:${version}:${key}`
  return {
    read: () => attempt(() => JSON.parse(storage().getItem(name) ?? 'null')) ?? null,
    write: (value) => attempt(() => storage().setItem(name, JSON.stringify(value))),
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
