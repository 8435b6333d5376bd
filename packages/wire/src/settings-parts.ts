import type { EditOptions } from '@silla/core'
import { type TSchema, Type } from 'typebox'
import { type Params, parseBoolean, parseText } from './params.ts'
import { closed, flag, optionalFlag, ref, text } from './schema.ts'
import { SettingsPlanWire } from './settings-plan.ts'

// What all settings have in common (D67).

export const versionText = text(
  'Changes with the values; send it with a change, to notice that of others',
)

/** What a change says besides the values. */
export const controlFields = {
  version: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The version that was read; VERSION_CONFLICT if there is another one',
    }),
  ),
  permitir_huerfanas: optionalFlag(
    'Change it even if upcoming bookings lose their professional, service, resource or time',
  ),
}

interface ControlFields {
  version?: string
  permitir_huerfanas?: boolean
}

export const parseOptions = ({
  version,
  permitir_huerfanas,
}: ControlFields): Omit<EditOptions, 'simulated'> => ({
  version: version ?? null,
  allowOrphaned: permitir_huerfanas ?? false,
})

/** The same from a query: a change without a body. */
export const parseEditParams = (params: Params): Omit<EditOptions, 'simulated'> => ({
  version: parseText(params, 'version'),
  allowOrphaned: parseBoolean(params, 'permitir_huerfanas') ?? false,
})

/** The result of a change. */
export const changedWire = (SettingWire: TSchema, what: string) =>
  closed(
    {
      ajuste: { ...ref(SettingWire), description: what },
      plan: { ...ref(SettingsPlanWire), description: 'What the change does' },
      simulado: flag('Whether it was only planned, with `X-Simular`; nothing has changed then'),
    },
    {
      $id: `${(SettingWire as { $id?: string }).$id}Cambiado`,
      description: `${what}, after a change`,
    },
  )
