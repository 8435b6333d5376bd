import type { Agenda } from '../api/api.ts'
import type { Session } from '../api/session.ts'
import type { Professional, Service } from '../host/catalog.ts'

/**
 * What a device keeps for reading without a connection (D72): the agendas of today and tomorrow with
 * first names and initials, without contact data. Wiped at sign-out and after 36 hours.
 */

/** Also wiped by the pages on which staff sign out. */
const databaseName = 'silla-agenda'
const storeName = 'kept'
const storedMilliseconds = 36 * 3_600_000

interface StoredValue<T> {
  value: T
  /** When it was read from the API, by the clock of the server: ISO 8601. */
  at: string
  /** The same by the clock of the device, which alone is known without a connection: milliseconds. */
  storedAt: number
}

/** What the page needs before it can show an agenda. */
export interface StoredPage {
  session: Session
  services: readonly Service[]
  professionals: readonly Professional[]
  country: string
  currency: string
  timeZone: string
  mainLanguage: string
  /** By how much the server's clock is ahead of the device's. */
  aheadMilliseconds: number
}

export const keepPage = (page: StoredPage, now: Date): Promise<void> => write('page', page, now)

export const storedPage = (): Promise<StoredValue<StoredPage> | null> => read('page')

/** @param name the parameters of the agenda */
export const keepAgenda = (name: string, agenda: Agenda, now: Date): Promise<void> =>
  write(`agenda ${name}`, withoutContacts(agenda), now)

export const storedAgenda = (name: string): Promise<StoredValue<Agenda> | null> =>
  read(`agenda ${name}`)

/** Takes everything off the device. */
export const wipe = (): Promise<void> =>
  new Promise((done) => {
    const request = indexedDB.deleteDatabase(databaseName)
    request.onsuccess = request.onerror = request.onblocked = () => done()
  })

/** `Lucía P.`: a tablet that is found shows no more. */
function withoutContacts(agenda: Agenda): Agenda {
  const reservas = agenda.reservas.map((booking) => ({
    ...booking,
    codigo: '',
    cliente: { id: 0, nombre: shortName(booking.cliente.nombre), email: null, telefono: null },
  }))
  return { ...agenda, reservas }
}

export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initials = others.map((word) => `${[...word][0]?.toLocaleUpperCase()}.`)
  return [first, ...initials].join(' ')
}

async function write(name: string, value: unknown, now: Date): Promise<void> {
  await withStore('readwrite', (store) =>
    store.put(
      { value, at: now.toISOString(), storedAt: Date.now() } satisfies StoredValue<unknown>,
      name,
    ),
  )
}

async function read<T>(name: string): Promise<StoredValue<T> | null> {
  const stored = await withStore<StoredValue<T> | undefined>('readonly', (store) => store.get(name))
  if (!stored) return null
  if (Date.now() - stored.storedAt <= storedMilliseconds) return stored
  await wipe()
  return null
}

/** A browser that keeps nothing, as in private windows, goes on without. */
async function withStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  try {
    const database = await resultOf<IDBDatabase>(opened())
    try {
      return await resultOf<T>(use(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      // an open one could not be deleted
      database.close()
    }
  } catch {
    return undefined
  }
}

function opened(): IDBOpenDBRequest {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return request
}

const resultOf = <T>(request: IDBRequest): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
