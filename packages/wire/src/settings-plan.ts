import type { Change, ChangedSetting, OrphanedBooking } from '@silla/core'
import { settingFieldRules } from '@silla/core'
import { type Static, Type } from 'typebox'
import { clockTime, closed, date, oneOf, ref, text } from './schema.ts'
import { type SettingName, settingNames } from './settings-names.ts'

const reasons = {
  'professional removed': 'profesional_inactivo',
  'service removed': 'servicio_inactivo',
  'resource removed': 'recurso_retirado',
  'outside working time': 'fuera_de_horario',
} as const satisfies Record<OrphanedBooking['reason'], string>

const kinds = { added: 'nuevo', changed: 'cambiado', removed: 'inactivo' } as const

const areas = {
  profile: 'negocio',
  settings: 'reglas',
  limits: 'limites',
  hours: 'horarios',
  closings: 'festivos',
  categories: 'categorias',
  resources: 'recursos',
  services: 'servicios',
  professionals: 'profesionales',
  products: 'productos',
  'points packages': 'paquetes',
  keys: 'claves',
} as const satisfies Record<Change['area'], string>

const maxOrphaned = 50

export const OrphanedBookingWire = closed(
  {
    codigo: text('The code of the booking'),
    fecha: date('Day of the booking'),
    hora_inicio: clockTime('Its start'),
    profesional: text('Name of the professional'),
    cliente: text('Name of the customer'),
    motivo: oneOf(Object.values(reasons), 'What it would lose'),
  },
  { $id: 'ReservaAfectada', description: 'An upcoming booking that a change would orphan' },
)

export const ChangeWire = closed(
  {
    parte: oneOf(Object.values(areas), 'What part of the salon'),
    tipo: oneOf(Object.values(kinds), 'What happens to it'),
    identificador: text('The handle of an entry, or the day of a closure; empty for all else'),
    campos: Type.Array(
      closed(
        {
          campo: text('The field'),
          antes: text('Its value before, as text; empty for none'),
          despues: text('Its value after, as text; empty for none'),
        },
        { description: 'A field that changes' },
      ),
      { description: 'The fields that change; empty for what is new or inactive' },
    ),
  },
  { description: 'A change' },
)

export const SettingsPlanWire = closed(
  {
    cambios: Type.Array(ChangeWire, { description: 'Everything that changes' }),
    reservas_afectadas: Type.Array(ref(OrphanedBookingWire), {
      description: `Upcoming bookings that lose something, at most ${maxOrphaned}`,
    }),
  },
  { $id: 'PlanAjustes', description: 'What a change of settings does' },
)

export const serializePlan = ({
  changes,
  orphaned,
}: Pick<ChangedSetting, 'changes' | 'orphaned'>): Static<typeof SettingsPlanWire> => ({
  cambios: changes.map(serializeChange),
  reservas_afectadas: serializeOrphaned(orphaned),
})

export const serializeChange = (change: Change): Static<typeof ChangeWire> => ({
  parte: areas[change.area],
  tipo: kinds[change.kind],
  identificador: change.name,
  campos: change.fields.map(({ field, from, to }) => {
    const label = labelOf(change.area, field)
    return { campo: label.name, antes: label.show(from), despues: label.show(to) }
  }),
})

export const serializeOrphaned = (
  orphaned: readonly OrphanedBooking[],
): Static<typeof OrphanedBookingWire>[] =>
  orphaned.slice(0, maxOrphaned).map((booking) => ({
    codigo: booking.code,
    fecha: booking.day,
    hora_inicio: booking.time,
    profesional: booking.professionalName,
    cliente: booking.customerName,
    motivo: reasons[booking.reason],
  }))

interface Label {
  name: string
  show(value: string): string
}

/** Words that the plan has as the value of a field, by the type of the field. */
const valueWords: Record<string, Record<string, string>> = {
  yesOrNo: { yes: 'sí', no: 'no' },
  hoursOrNever: { never: 'nunca' },
  stock: { 'not counted': 'sin contar' },
}

/** Values of a plan with words in them, by the type of the field. */
const valueTexts: Record<string, (value: string) => string> = {
  depositPolicy: (value) =>
    value.replace(' of new customers', ' de clientes nuevos').replace(' from ', ' desde '),
  cardPolicy: (value) =>
    value.replace(' of new customers', ' de clientes nuevos').replace(' from ', ' desde '),
  refundTiers: (value) => value.replaceAll(' from ', ' desde '),
}

const asItIs = (value: string) => value

/** The field that a plan names: `name (es)`, `service corte`, `monday`, `2030-03-04 reason`. */
function labelOf(area: Change['area'], label: string): Label {
  const [, base = label, more = ''] = /^(.*?)((?: \d+)?(?: \(\w+\))?)$/.exec(label) ?? []
  const known = labels().get(`${area} ${base}`)
  if (known !== undefined) return { name: known.name + more, show: known.show }
  const fixed = fixedLabels[label]
  if (fixed !== undefined) return { name: fixed, show: scheduleText }
  const name = label.replace(/^service /, 'servicio ').replace(/ reason\b/, ' motivo')
  return { name, show: / reason\b/.test(label) ? asItIs : scheduleText }
}

const fixedLabels: Record<string, string> = {
  order: 'orden',
  reason: 'motivo',
  monday: 'lunes',
  tuesday: 'martes',
  wednesday: 'miércoles',
  thursday: 'jueves',
  friday: 'viernes',
  saturday: 'sábado',
  sunday: 'domingo',
}

/** Times, and what a professional offers. */
const scheduleText = (value: string): string =>
  (({ closed: 'cerrado', off: 'libre', offered: 'ofrecido' }) as Record<string, string>)[value] ??
  value.replace(/, break (?=\d)/, ', descanso ')

let allLabels: ReadonlyMap<string, Label> | undefined

function labels(): ReadonlyMap<string, Label> {
  allLabels ??= new Map(
    (
      [
        ['profile', 'profile'],
        ['profile', 'brand'],
        ['settings', 'rules'],
        ['categories', 'categories'],
        ['resources', 'resourceTypes'],
        ['services', 'services'],
        ['professionals', 'professionals'],
        ['products', 'products'],
        ['points packages', 'pointsPackages'],
      ] as const
    ).flatMap(([area, kind]) => {
      const names: Record<string, SettingName | undefined> = settingNames[kind]
      return settingFieldRules(kind).map((rule) => {
        const { name = rule.property, words = valueWords[rule.type] ?? {} } =
          names[rule.property] ?? {}
        const textOf = valueTexts[rule.type] ?? asItIs
        const show = (value: string) => words[value] ?? textOf(value)
        return [`${area} ${rule.label}`, { name, show }] as const
      })
    }),
  )
  return allLabels
}
