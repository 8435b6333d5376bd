import { findRecord, settingPermissions, updateRecord } from '@silla/core'
import { recordSettings } from '@silla/wire'
import { type Operation, operation } from './operation.ts'
import { nameOf, one } from './results.ts'
import { change, editErrors, paymentErrors, read } from './settings-parts.ts'

type Kind = keyof typeof recordSettings

const words: Record<Kind, { word: string; title: string }> = {
  profile: { word: 'negocio', title: 'name, contact and address' },
  rules: { word: 'reglas', title: 'booking rules' },
  brand: { word: 'marca', title: 'brand' },
}

/** What a salon has one of, as it sees and changes it itself (D67). */
export const settingsRecordOperations = Object.values(recordSettings).flatMap(operationsOf)

function operationsOf({
  kind,
  SettingWire,
  ChangedWire,
  ChangeWire,
  parseChange,
}: (typeof recordSettings)[Kind]): Operation[] {
  const { word, title } = words[kind]
  const access = settingPermissions[kind]
  const path = `/ajustes/${word}/`
  return [
    operation({
      ...read,
      name: `ajustes.${word}.ver`,
      summary: `Get settings: ${title}`,
      description: 'As it is configured, with every language.',
      rest: { method: 'GET', path },
      graphql: { field: `ajustes_${word}` },
      access,
      result: one(SettingWire),
      errors: {},
      run: (context) => findRecord(context, kind),
    }),
    operation({
      ...change,
      name: `ajustes.${word}.cambiar`,
      summary: `Change settings: ${title}`,
      description: 'Absent fields stay unchanged, and null removes a value.',
      rest: { method: 'PUT', path },
      graphql: { field: `actualizar_${word}`, input: `${nameOf(SettingWire)}Cambio` },
      access,
      audit: 'settings.update',
      body: { schema: ChangeWire, parse: parseChange },
      result: one(ChangedWire),
      errors: {
        VALIDATION_ERROR:
          kind === 'brand'
            ? 'among others: a colour that could hardly be seen'
            : 'among others: emails to the salon without its email address',
        ...editErrors,
        ...(kind === 'rules' && {
          ...paymentErrors('ajustes.negocio'),
          SETTING_FIXED: 'another currency or time zone, and the salon has bookings',
        }),
      },
      run: (context, { body: { options, ...values }, simulated }) =>
        updateRecord(context, kind, values, { ...options, simulated }),
    }),
  ]
}
