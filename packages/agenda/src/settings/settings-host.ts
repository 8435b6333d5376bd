import type { Host } from '../host/host.ts'
import type { Entry, TextsByLanguage } from './settings-api.ts'
import type { SettingsTexts } from './text/es.ts'

/** What the pages of the settings may use. */
export interface SettingsHost {
  readonly host: Host
  readonly words: SettingsTexts
  /** The salon is configured in its file alone: everything is to read only. */
  readonly isReadOnly: boolean
  /** Nothing can be changed any more until the page is loaded again (MANAGED_BY_FILE). */
  setReadOnly(): void
  /** Names of entries by `list handle`, for plans, which name handles. */
  readonly names: Map<string, string>
  /** Shows another part of the settings. */
  go(part: SectionName | '', query?: Record<string, string | number | undefined>): void
  /** The address of a part, for links. */
  link(part: SectionName | '', query?: Record<string, string | number | undefined>): Link
}

export interface Link {
  href: string
  follow(event: MouseEvent): void
}

export const sectionNames = [
  'horario',
  'festivos',
  'servicios',
  'categorias',
  'personas',
  'productos',
  'paquetes',
  'recursos',
  'reglas',
  'pagos',
  'mensajes',
  'marca',
  'enlaces',
  'negocio',
  'descarga',
] as const

export type SectionName = (typeof sectionNames)[number]

/** A part of the settings. */
export interface SettingsPage {
  readonly title: string
  readonly isDirty: boolean
  load(): Promise<void>
  render(): unknown
}

/** A text in the language of the reader, else in that of the salon, else in any. */
export function textIn({ host }: Pick<SettingsHost, 'host'>, value: unknown): string {
  if (typeof value === 'string') return value
  const texts = (value ?? {}) as TextsByLanguage
  return texts[host.language] ?? texts[host.catalog.mainLanguage] ?? Object.values(texts)[0] ?? ''
}

/** Remembers how entries are called. */
export function learnNames(settings: SettingsHost, list: string, entries: readonly Entry[]): void {
  for (const entry of entries)
    settings.names.set(`${list} ${entry.identificador}`, textIn(settings, entry.nombre))
}
