import { readFile } from 'node:fs/promises'
import { openSalonPage } from '../../rest/pages/open-page.ts'
import { openAssistant, type ToolAnswer } from '../../support/assistant.ts'
import { stableValues } from '../examples/stable-values.ts'

export const assistantsPageFile = new URL('../../../docs/assistants.md', import.meta.url)

export const readAssistantsPage = (): Promise<string> => readFile(assistantsPageFile, 'utf8')

const begin = '<!-- transcript -->'
const end = '<!-- end of transcript -->'

/** docs/assistants.md with a transcript. */
export function withTranscript(page: string, transcript: string): string {
  const [before, rest = ''] = page.split(begin)
  const [, after = ''] = rest.split(end)
  return `${before}${begin}\n\n${transcript}\n${end}${after}`
}

const day = '2030-03-11'

/** The calls of an assistant that books, moves and cancels, and what the real API answers. The same in each run. */
export async function recordTranscript(): Promise<string> {
  const salon = await openSalonPage({
    services: [{ name: 'Corte' }],
    professionals: [{ name: 'Ana' }, { name: 'Luis' }],
    now: '2030-03-04T08:00',
  })
  const { call, refused } = await openAssistant(salon.slug)
  const stable = stableValues()
  const steps: string[] = []

  const services = await step(
    'What does the salon offer?',
    'servicios',
    { lang: 'en' },
    (answer) => ({
      servicios: answer.datos.servicios.map(
        ({ id, nombre, precio, duracion_minutos, reservable_online }: ToolAnswer) => ({
          ...{ id, nombre, precio, duracion_minutos, reservable_online },
        }),
      ),
    }),
  )
  const serviceId = services.datos.servicios[0].id
  await step(
    'When is somebody free on Monday?',
    'disponibilidad',
    { peluquero_id: 0, fecha: day, servicios: String(serviceId) },
    ({ datos }) => ({ slots: datos.slots.slice(0, 2) }),
  )
  const visit = { servicio_ids: [serviceId], peluquero_id: 0, fecha: day, hora_inicio: '10:00' }
  const hold = await step('Keep ten o’clock.', 'crear_retencion', {
    ...visit,
    clave: '6f1c2a52-4b7d-4f0e-9d35-0c8c7b1e2a90',
  })
  const { id, token } = hold.datos
  const booked = await step(
    'The customer agrees: book it.',
    'crear_reserva',
    { ...visit, nombre: 'Lucía Prado', email: 'lucia@example.com', retencion: { id, token } },
    ({ datos, ...more }) => ({ ...bookingOf(datos), ...more }),
  )
  const proof = { id: booked.datos.id, codigo: booked.datos.codigo }
  const newTime = { ...proof, fecha: day, hora_inicio: '12:00' }
  await stepRefused('Move it to noon, without a preview.', 'reprogramar_reserva', {
    ...newTime,
    confirmacion: 'the customer has agreed',
  })
  const trial = await step(
    'See first what would change.',
    'simular_reprogramar_reserva',
    newTime,
    short,
  )
  const { confirmacion } = trial
  await step(
    'The customer agrees: move it.',
    'reprogramar_reserva',
    { ...newTime, confirmacion },
    short,
  )
  const preview = await step(
    'What would cancelling it give back?',
    'simular_cancelar_reserva',
    proof,
  )
  await step('The customer agrees: cancel it.', 'cancelar_reserva', {
    ...proof,
    confirmacion: preview.confirmacion,
  })
  return steps.join('\n')

  async function step(
    title: string,
    name: string,
    args: Record<string, unknown>,
    shorten: (answer: ToolAnswer) => unknown = (answer) => answer,
  ): Promise<ToolAnswer> {
    const answer = await call(name, args)
    write(title, name, args, shorten(answer))
    return answer
  }

  async function stepRefused(title: string, name: string, args: Record<string, unknown>) {
    write(title, name, args, { error: await refused(name, args) })
  }

  function write(title: string, name: string, args: object, answer: unknown): void {
    const shown = stable({ args: numbered(args), answer: withoutTokens(answer) })
    const call = JSON.stringify(withoutTokens(spelled(shown.args)), null, 1).replace(/\n */g, ' ')
    const result = JSON.stringify(withLink(shown.answer), null, 2)
    steps.push(
      [`${title}\n`, '```text', `${name} ${call}`, '```\n', '```json', result, '```\n'].join('\n'),
    )
  }
}

/** A list of one id as the number that it is, so that it is replaced as elsewhere; and the reverse. */
const numbered = (args: object): Record<string, unknown> =>
  'servicios' in args ? { ...args, servicios: Number(args.servicios) } : { ...args }
const spelled = (args: Record<string, unknown>): object =>
  'servicios' in args ? { ...args, servicios: String(args.servicios) } : args

/** A link with the code that the answer shows. */
const withLink = (answer: ToolAnswer) =>
  answer.enlace
    ? { ...answer, enlace: answer.enlace.replace(/[^/]+$/, answer.datos.codigo) }
    : answer

const bookingOf = ({
  id,
  codigo,
  fecha,
  hora_inicio,
  hora_fin,
  profesional,
  total,
  estado,
}: ToolAnswer) => ({
  datos: { id, codigo, fecha, hora_inicio, hora_fin, profesional, total, estado },
})

/** A booking in few fields. */
const short = ({ datos, ...more }: ToolAnswer) => ({ ...bookingOf(datos), ...more })

/** Tokens of previews are longer than what they say. */
const withoutTokens = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (name, one) =>
      name === 'confirmacion' && /^\w+\.[\w-]{8}\.[\w-]{43}$/.test(one)
        ? 'sw4m2k.Qm9yZGVu.wd…'
        : one,
    ),
  )
