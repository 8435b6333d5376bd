import { createHash } from 'node:crypto'
import type { ClosingDay, OpeningDay, ScheduleException } from '../catalog/catalog.ts'
import type { Permission } from '../model/permissions.ts'
import type { EntryList } from '../provisioning/current-state.ts'
import type { Change, OrphanedBooking } from '../provisioning/plan.ts'
import type { Shift } from '../provisioning/salon.ts'

/** A part of a salon that the salon itself can read and change (D67). */
export type Setting = SettingsEntry | SettingsRecord | ScheduleSetting

/** When the salon is open and its team works, and what they do. */
export type ScheduleSetting =
  | OpeningHoursSetting
  | ClosuresSetting
  | ShiftsSetting
  | OverridesSetting
  | OffersSetting

/** An entry of a list, such as a service. */
export interface SettingsEntry {
  kind: EntryList
  /** Null: it is new, and was only tried. */
  id: number | null
  /** Of the salon file. */
  handle: string
  active: boolean
  /** In the list, from 1; null: it is inactive. */
  position: number | null
  /** By the properties of the list of its fields; another entry is named by its id. */
  values: Record<string, unknown>
  /** Changes with the values, and with nothing else. */
  version: string
}

/** What a salon has one of. */
export interface SettingsRecord {
  kind: 'profile' | 'rules' | 'brand'
  /** By the properties of its list of fields. */
  values: Record<string, unknown>
  version: string
}

export interface OpeningHoursSetting {
  kind: 'hours'
  /** One per weekday, Monday first. */
  openings: OpeningDay[]
  version: string
}

export interface ClosuresSetting {
  kind: 'closures'
  /** By day, then by time. */
  closures: ClosingDay[]
  version: string
}

export interface ShiftsSetting {
  kind: 'shifts'
  professionalId: number
  /** By weekday, then by time. */
  shifts: Shift[]
  version: string
}

export interface OverridesSetting {
  kind: 'overrides'
  professionalId: number
  /** By day. */
  overrides: ScheduleException[]
  version: string
}

export interface OffersSetting {
  kind: 'offers'
  professionalId: number
  /** In the order of the salon's services; null is as the service (D34). */
  offers: OfferTerms[]
  version: string
}

export interface OfferTerms {
  serviceId: number
  durationMinutes: number | null
  phases: number[] | null
  priceCents: number | null
}

/** A setting after a change, and what changes with it. */
export interface ChangedSetting {
  setting: Setting
  changes: Change[]
  orphaned: OrphanedBooking[]
}

/** Who reads and changes a setting: the secret key, and members of staff with this permission (D65). */
export const settingPermissions = {
  categories: 'settings.catalog',
  resourceTypes: 'settings.catalog',
  services: 'settings.catalog',
  products: 'settings.catalog',
  pointsPackages: 'settings.catalog',
  offers: 'settings.catalog',
  hours: 'settings.schedule',
  closures: 'settings.schedule',
  shifts: 'settings.schedule',
  overrides: 'settings.schedule',
  professionals: 'settings.business',
  profile: 'settings.business',
  rules: 'settings.business',
  brand: 'settings.business',
} as const satisfies Record<Setting['kind'], Permission>

/** How a change is to be carried out. */
export interface EditOptions {
  /** The one that the caller has seen; null: any. */
  version: string | null
  /** Changes it even if upcoming bookings lose their professional, service, resource or time. */
  allowOrphaned: boolean
  /** Plans it only; nothing is written. */
  simulated: boolean
}

/** Equal values have equal versions. */
export const versionOf = (values: unknown): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
