import type { Wire } from '@silla/client'
import { allItems } from '../api/all-items.ts'
import type { Host } from '../host/host.ts'

export type Plan = Wire['PlanAjustes']
/** A text by language. */
export type TextsByLanguage = Partial<Record<string, string>>
/** A setting as the API returns it. */
export type Setting = { version: string } & Record<string, unknown>
/** One of a list, such as a service. */
export type Entry = Setting & {
  id: number
  identificador: string
  activo: boolean
  orden: number | null
  nombre: TextsByLanguage | string
}

/** A request that changes a setting. */
export interface Change {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Below `/ajustes/`: `servicios/3/`. */
  path: string
  /** Of a DELETE: its query. */
  values: Readonly<Record<string, unknown>>
}

export interface Changed {
  ajuste: Setting
  plan: Plan
}

interface SendOptions {
  /** It is only planned. */
  simulated: boolean
  allowOrphaned?: boolean
}

type Api = Pick<Host, 'api'>

/** All settings are read and changed alike: the types of one of them serve for all. */
const address = (path: string) => `/api/v1/ajustes/${path}` as '/api/v1/ajustes/negocio/'

export const readSetting = <S extends Setting>({ api }: Api, path: string): Promise<S> =>
  api.call((silla) => silla.GET(address(path))) as Promise<unknown> as Promise<S>

/** All entries of a list, in their order. */
export async function readEntries<E extends Entry>(
  { api }: Api,
  list: string,
  { active = true } = {},
): Promise<E[]> {
  return allItems((page) => {
    const query = { ...page, ...(active ? {} : { activo: false }) }
    return api.call((silla) =>
      silla.GET(address(`${list}/`), { params: { query } as object }),
    ) as Promise<unknown> as Promise<{ items: E[] }>
  })
}

export function sendChange(
  { api }: Api,
  { method, path, values }: Change,
  { simulated, allowOrphaned }: SendOptions,
): Promise<Changed> {
  const sent = { ...values, ...(allowOrphaned && { permitir_huerfanas: true }) }
  const header = simulated ? { 'x-simular': true } : {}
  const request =
    method === 'DELETE' ? { params: { header, query: sent } } : { params: { header }, body: sent }
  return api.call((silla) =>
    // their types are those of one setting
    silla[method as 'PUT'](address(path), request as never),
  ) as Promise<unknown> as Promise<Changed>
}
