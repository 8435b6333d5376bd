import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importSentence } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'
import type { Catalog } from '../../../packages/core/src/catalog/catalog.ts'
import { type FileEncoding, readRecords } from '../../../packages/core/src/imports/csv-records.ts'
import type { ImportSource } from '../../../packages/core/src/imports/profiles.ts'
import {
  type BookingRow,
  readBookingFile,
} from '../../../packages/core/src/imports/read-booking-file.ts'
import { chunksOf, fixture, madrid } from './files.ts'

const salon = { ...madrid, professionals: [{}, {}] } as unknown as Catalog

async function read(
  bytes: Uint8Array | string,
  source: ImportSource = 'generic',
  encoding: FileEncoding = 'utf-8',
): Promise<BookingRow[]> {
  const input = { bytes: chunksOf(bytes), encoding, source, columns: new Map<string, string>() }
  return (await readBookingFile(salon, input, null)).rows
}

const shown = (row: BookingRow | undefined) => [
  row?.externalId,
  row?.customerId,
  row?.contact.name,
  row?.contact.email,
  row?.contact.phone,
  formatDate(row?.day ?? 0),
  formatTime(row?.startMinute ?? 0),
  row?.durationMinutes,
  row?.priceCents,
  row?.state,
  row?.problem ? importSentence(row.problem, 'en') : null,
]

const lucia = 'lucia@example.com'
const phone = '+34600123456'
const tuesday = ['2030-03-05', '10:00'] as const

test('each profile reads a visit: whose, when, how long, for how much and what became of it', async () => {
  const rows = {
    fresha: await read(fixture('fresha-appointments.csv'), 'fresha'),
    square: await read(fixture('square-appointments.csv'), 'square'),
    booksy: await read(fixture('booksy-appointments.csv'), 'booksy'),
    timely: await read(fixture('timely-appointments.csv'), 'timely'),
    generic: await read(fixture('generic-bookings.csv')),
  }
  const name = 'Lucía Prado'
  assert.deepEqual(
    Object.values(rows).map(([first]) => shown(first)),
    [
      ['5001', '1001', name, lucia, phone, ...tuesday, 45, 2550, 'open', null],
      ['SQB1', 'SQ1AAA', name, lucia, '', ...tuesday, 45, null, 'open', null],
      ['', '', name, '', phone, ...tuesday, 45, null, 'no_show', null],
      ['77', '9', name, '', phone, ...tuesday, 45, 2550, 'completed', null],
      ['b1', 'c1', name, lucia, '', ...tuesday, null, 2550, 'cancelled', null],
    ],
  )
  for (const [first] of Object.values(rows))
    assert.deepEqual([first?.service, first?.professional], ['Corte', 'Ana'])
  assert.deepEqual(rows.fresha[1]?.problem, {
    code: 'date_not_valid',
    values: { text: '31 Feb 2030' },
  })
  // a formula is text
  assert.equal(rows.generic[0]?.bookingNotes, '=HYPERLINK("http://evil.example";"x")')
})

test('a list in Latin-1 with semicolons is read with its encoding, and refused without', async () => {
  const text = 'Name;Start;Service;Professional\r\nÍñigo Peñalver;5.3.2030 10:00;Corte;Ana\r\n'
  const latin = Uint8Array.from(Buffer.from(text, 'latin1'))
  const [row] = await read(latin, 'generic', 'windows-1252')
  assert.deepEqual([row?.contact.name, row?.problem], ['Íñigo Peñalver', null])
  await assert.rejects(read(latin), /The file is not utf-8, in line \d or a later one/)
})

test('Spanish and Arabic headings, dates, lengths and states are read', async () => {
  const tables = [
    'Nombre;Apellidos;Correo;Fecha;Hora;Duración;Servicio;Profesional;Precio;Estado\n' +
      'Lucía;Prado;lucia@example.com;05/03/2030;10:00 h;45 minutos;Corte;Ana;25,50 €;No asistió',
    'Cliente;Email;Día;Inicio;Fin;Servicios;Atendido por;Importe;Estado de la cita\n' +
      'Lucía Prado;lucia@example.com;5 de marzo de 2030;10:00;10:45;Corte;Ana;25,5;Ausente',
    'CLIENTE;CORREO;FECHA Y HORA;DURACION (MIN);TRATAMIENTO;PELUQUERO;TOTAL;ESTADO\n' +
      'Lucía Prado;lucia@example.com;05-03-2030 10:00;45;Corte;Ana;25.50;NO PRESENTADA',
    'العميل;البريد;التاريخ;الوقت;المدة;الخدمة;الموظف;السعر;الحالة\n' +
      'Lucía Prado;lucia@example.com;2030-03-05;10:00;45;Corte;Ana;25.50;لم يحضر',
  ]
  for (const table of tables) {
    const [row] = await read(`${table}\n`)
    assert.deepEqual(
      [shown(row), row?.service, row?.professional],
      [
        ['', '', 'Lucía Prado', lucia, '', ...tuesday, 45, 2550, 'no_show', null],
        ...['Corte', 'Ana'],
      ],
      table,
    )
  }
  const states = { 'Anulada por la clienta': 'cancelled', 'No realizada': 'cancelled' }
  const others = {
    Finalizada: 'completed',
    Atendida: 'completed',
    Confirmada: 'open',
    ملغي: 'cancelled',
  }
  for (const [status, state] of Object.entries({ ...states, ...others })) {
    const [row] = await read(
      `Cliente;Inicio;Servicio;Profesional;Estado\nEva;x;Corte;Ana;${status}\n`,
    )
    assert.equal(row?.state, state, status)
  }
})

test('a list without what a booking needs names the missing columns', async () => {
  await assert.rejects(
    read('name,date\nEva,2030-03-05\n'),
    /no column for start \(or date and time\), service, professional\./,
  )
})

test('a large file is read as it arrives, and no further than its rows are taken', async () => {
  const line = new TextEncoder().encode(`Eva Gil,${'x'.repeat(2000)}\n`)
  let arrived = 0
  async function* lines() {
    yield new TextEncoder().encode('name,notes\n')
    for (; arrived < 100_000_000; arrived += line.length) yield line
  }
  const records = readRecords(lines(), 'utf-8')
  for (let count = 0; count < 100; count++) await records.next()
  assert.ok(arrived < 2_000_000, `${arrived} bytes for 100 rows`)
  await records.return(undefined)
})
