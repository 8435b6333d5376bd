import { fill, isolated } from '@silla/widget/shared'
import type { Plan } from './settings-api.ts'
import type { SettingsHost } from './settings-host.ts'

type PlannedChange = Plan['cambios'][number]

/** A change of a plan in plain words. */
export interface PlannedLine {
  title: string
  fields: readonly string[]
}

export const linesOf = (settings: SettingsHost, plan: Plan): PlannedLine[] =>
  plan.cambios.map((change) => ({
    title: titleOf(settings, change),
    fields: change.campos.map(({ campo, antes, despues }) => {
      const { label, show } = fieldOf(settings, campo)
      const values = { before: show(antes), after: show(despues) }
      return `${label}: ${fill(settings.words.plan.from, values)}`
    }),
  }))

function titleOf(settings: SettingsHost, change: PlannedChange): string {
  const { words } = settings
  const name = isolated(nameOf(settings, change))
  if (change.tipo === 'nuevo') return fill(words.plan.added, { name })
  if (change.tipo === 'inactivo') return fill(words.plan.removed, { name })
  return name
}

/** Parts of the plan that stand for the whole of a page. */
const wholes: Partial<Record<PlannedChange['parte'], keyof SettingsHost['words']['sections']>> = {
  negocio: 'negocio',
  reglas: 'reglas',
  horarios: 'horario',
  festivos: 'festivos',
}

function nameOf(settings: SettingsHost, { parte, identificador }: PlannedChange): string {
  const { host, words, names } = settings
  const whole = wholes[parte]
  if (whole) return isDate(identificador) ? host.format.date(identificador) : words.sections[whole]
  return names.get(`${parte} ${identificador}`) ?? identificador.replaceAll('-', ' ')
}

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

interface FieldWords {
  label: string
  show(value: string): string
}

/** `precio`, `nombre (es)`, `lunes`, `servicio corte`, `2030-03-04 motivo`. */
function fieldOf(settings: SettingsHost, campo: string): FieldWords {
  const { host, words, names } = settings
  const [, base = campo, language] = /^(.*?)(?: \((\w+)\))?$/.exec(campo) ?? []
  const show = (value: string) => wordsOf(settings, base, value)
  const known = labelOf(words.fields, base)
  if (known !== undefined)
    return {
      label: language ? `${known} (${labelOf(words.languages, language) ?? language})` : known,
      show,
    }
  const [, handle] = /^servicio (.+)$/.exec(base) ?? []
  if (handle !== undefined) return { label: names.get(`servicios ${handle}`) ?? handle, show }
  const [, date = '', more = ''] = /^(\d{4}-\d\d-\d\d)(.*)$/.exec(base) ?? []
  if (date)
    return { label: `${host.format.shortDate(date)}${more && ` · ${words.fields.motivo}`}`, show }
  return { label: campo, show }
}

const labelOf = (labels: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(labels, name) ? labels[name] : undefined

function wordsOf({ host, words }: SettingsHost, field: string, value: string): string {
  if (value === '') return words.none
  if (/^precio/.test(field) && !Number.isNaN(Number(value))) return host.format.money(Number(value))
  if (field === 'garantia_tarjeta') return isolated(planned(words, value))
  const chosen = words.choices[field]?.[value] ?? words.values[value]
  return isolated(chosen ?? value.replace('descanso', words.break))
}

/** `100% / 50% de clientes nuevos desde 40.50` */
const planned = ({ guarantee }: SettingsHost['words'], value: string): string =>
  value
    .replace(' de clientes nuevos', `, ${guarantee.solo_clientes_nuevos}`)
    .replace(' desde ', `, ${guarantee.desde_total}: `)
