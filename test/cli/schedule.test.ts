import assert from 'node:assert/strict'
import test from 'node:test'
import { applySalon, auditLog, type FileProfessional, type SalonFile } from '@silla/core'
import { formatDate } from '@silla/slots'
import { formatWeekdays, parseWeekdays } from '../../cli/src/flags/parse-weekdays.ts'
import { publicHolidays } from '../../cli/src/flags/public-holidays.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { untilWaiting } from '../support/until-waiting.ts'
import { type RunResult, runMany } from './run-silla.ts'
import { openTerminal } from './tmux.ts'

const { admin, urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

type Line = readonly [words: string, ...args: string[]]

/** Runs command lines of the topic schedule for one salon, one after the other. */
const silla = <const Lines extends readonly Line[]>({ slug }: { slug: string }, ...lines: Lines) =>
  runMany(
    lines.map(([words, ...args]) => ['schedule', ...words.split(' '), ...args, '-b', slug]),
    env,
  ) as Promise<{ -readonly [Each in keyof Lines]: RunResult }>

/** The audit entries of staff, the oldest first. */
async function auditEntriesOf({ slug }: TestSalon): Promise<unknown[]> {
  const { entries } = await auditLog(admin, slug, { action: 'schedule', offset: 0, limit: 100 })
  return entries
    .reverse()
    .map(({ operator, action, detail }) => [operator, action, detail.allowedOrphaned])
}

test('opening hours are set on some weekdays; orphaned bookings are listed and need --allow-orphaned', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { codigo } = dataOf(await salon.guest.book('Ana', '19:00'), 201)
  const hours = ['mon-wed', '10:00-18:00', '--break', '14:00-16:00']
  const [refused, unconfirmed, set, shown] = await silla(
    salon,
    ['hours set', ...hours],
    ['hours set', ...hours, '--allow-orphaned'],
    ['hours set', ...hours, '--allow-orphaned', '--yes', '--json'],
    ['hours show', '--json'],
  )
  assert.equal(refused.code, 1)
  assert.match(
    refused.stdout,
    new RegExp(`^! 2030-03-04 19:00, Ana, for Lucía Prado \\(${codigo}\\): outside`, 'm'),
  )
  assert.match(
    refused.stderr,
    /^Error: 1 upcoming booking of salon-\d+ would be orphaned\. Cancel and rebook .* --allow-orphaned\.\n$/,
  )
  assert.deepEqual([unconfirmed.code, /pass --yes/.test(unconfirmed.stderr)], [2, true])
  assert.deepEqual([set.json().applied, set.json().plan.orphaned.length], [true, 1])
  assert.equal(shown.json().timezone, 'Europe/Madrid')
  assert.deepEqual(shown.json().hours.slice(2, 4), [
    { weekday: 'wednesday', open: '10:00-18:00', break: '14:00-16:00' },
    { weekday: 'thursday', open: '09:00-20:00', break: null },
  ])
  assert.deepEqual(await auditEntriesOf(salon), [['marta@desk', 'schedule.hours.set', true]])
  assert.ok(!(await salon.guest.listSlots('Ana', '2030-03-11')).includes('18:00'))
})

test('a closure of several days is added, listed, and removed for one of them', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    closings: { '2030-03-10': '16:00-20:00' },
  })
  const days = ['--day', '2030-03-11', '--to', '2030-03-13']
  const [dry, added, again, twice, unconfirmed, removed, listed, some, none, other, long] =
    await silla(
      salon,
      ['closures add', ...days, '--reason', 'Obras', '--dry-run'],
      ['closures add', ...days, '--reason', 'es=Obras', '--reason', 'en=Works'],
      ['closures add', ...days, '--reason', 'en=Works', '--reason', 'es=Obras'],
      ['closures add', '--day', '2030-03-10'],
      ['closures remove', '--day', '2030-03-12'],
      ['closures remove', '--day', '2030-03-12', '--yes', '--json'],
      ['closures list', '--json'],
      ['closures list', '--from', '2030-03-11', '--limit', '1', '--page', '2'],
      ['closures remove', '--day', '2030-03-12', '--yes'],
      ['closures remove', '--day', '2030-03-10', '--time', '10:00-12:00', '--yes'],
      ['closures add', '--day', '2030-01-01', '--to', '2031-01-02'],
    )
  assert.equal(
    dry.stdout,
    `${salon.slug}: changes\n+ closings 2030-03-11\n+ closings 2030-03-12\n+ closings 2030-03-13\n`,
  )
  assert.equal(added.code, 0)
  assert.deepEqual([again.code, again.stdout], [0, `${salon.slug}: no changes\n`])
  assert.deepEqual(
    [twice.code, twice.stderr],
    [1, 'Error: Another closure on 2030-03-10 overlaps with this one. Remove it first.\n'],
  )
  assert.equal(unconfirmed.code, 2)
  assert.deepEqual(removed.json().plan.changes.length, 1)
  const { closings, total } = listed.json()
  assert.deepEqual(
    closings.map(({ day, time, reason }: { day: string; time: string | null; reason: object }) => [
      day,
      time,
      reason,
    ]),
    [
      ['2030-03-10', '16:00-20:00', { es: 'Fiesta' }],
      ['2030-03-11', null, { es: 'Obras', en: 'Works' }],
      ['2030-03-13', null, { es: 'Obras', en: 'Works' }],
    ],
  )
  assert.equal(total, 3)
  assert.match(some.stdout, /^2030-03-13 {2}wednesday {2}whole day {2}Obras$/m)
  assert.match(some.stdout, /^Page 2 of 2 \(2 entries\)\.$/m)
  assert.equal(none.stderr, `Error: ${salon.slug} has no closure on 2030-03-12.\n`)
  assert.equal(other.stderr, `Error: ${salon.slug} has no closure on 2030-03-10, 10:00-12:00.\n`)
  assert.equal(long.stderr, 'Error: The range is too long: it may have at most 366 days.\n')
})

test('a closure that orphans bookings names those that were made after its plan was shown', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T09:00' })
  const { witness } = await testDatabase()
  const { closing } = await witness.begin(async (tx) => {
    await tx`lock table closing_days in share row exclusive mode`
    const closing = silla(salon, [
      'closures add',
      '--day',
      '2030-03-04',
      '--allow-orphaned',
      '--yes',
    ])
    await untilWaiting(1)
    dataOf(await salon.guest.book('Ana', '10:00'), 201)
    return { closing }
  })
  const [closed] = await closing
  assert.match(
    closed.stdout,
    /^Applied 1 change to .*\nBooked meanwhile, and orphaned as well:\n! 2030-03-04 10:00, Ana, for /m,
  )
})

test('shifts of a professional are set by name on some weekdays, and shown', async () => {
  const salon = await openSalon({
    professionals: ['Ana', { name: 'Inigo', shifts: { 1: ['09:00-13:00'] } }],
    editFile: (file) => ({ ...file, professionals: file.professionals.map(withAccents) }),
  })
  const [set, night, shown, off, ana, unknown] = await silla(
    salon,
    ['shifts set', 'ÍÑIGO', 'tue-wed', '10:00-14:00,16:00-20:00'],
    ['shifts set', 'inigo', 'tue', '06:00-08:00', '--dry-run'],
    ['shifts show'],
    ['shifts set', 'ana', 'every-day', 'off', '--json'],
    ['shifts show', '--professional', 'ana', '--json'],
    ['shifts set', 'inigos', 'monday', 'off'],
  )
  assert.equal(set.code, 0)
  assert.match(night.stdout, /^The salon is closed then, so this has no effect on: tuesday\.$/m)
  assert.doesNotMatch(set.stdout, /is closed then/)
  assert.deepEqual(shown.stdout.trim().split('\n').slice(1), [
    'Ana    mon-sun  09:00-20:00',
    'Íñigo  mon      09:00-13:00',
    'Íñigo  tue-wed  10:00-14:00, 16:00-20:00',
  ])
  assert.equal(off.json().applied, true)
  assert.deepEqual(Object.values(ana.json().professionals[0].shifts).flat(), [])
  assert.equal(
    unknown.stderr,
    `Error: ${salon.slug} has no professional inigos. Did you mean inigo? Professionals: ana ` +
      '(Ana), inigo (Íñigo).\n',
  )
})

const withAccents = (one: FileProfessional) =>
  one.handle === 'inigo' ? { ...one, name: 'Íñigo' } : one

test('a professional is off or works other times on some days; affected bookings are listed', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Eva'], closings: { '2030-03-07': null } })
  dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const days = ['--day', '2030-03-05', '--to', '2030-03-07']
  const [orphaning, works, off, other, again, back, listed, some, unknown] = await silla(
    salon,
    ['overrides add', 'ana', ...days, '--json'],
    ['overrides add', 'Ana', '--day', '2030-03-06', '--works', '09:00-12:00', '--reason', 'Médico'],
    ['overrides add', 'eva', ...days],
    ['overrides add', 'eva', '--day', '2030-03-07', '--works', '9:00-12:00'],
    ['overrides add', 'eva', ...days],
    ['overrides remove', 'eva', '--day', '2030-03-06'],
    ['overrides list'],
    ['overrides list', '--to', '2030-03-06', '--limit', '1', '--page', '2', '--json'],
    ['overrides remove', 'eva', '--day', '2030-03-06'],
  )
  assert.deepEqual([orphaning.code, orphaning.json().error.orphaned.length], [1, 1])
  assert.deepEqual([works.code, off.code, back.code], [0, 0, 0])
  assert.match(off.stdout, /^The salon is closed then, so this has no effect on: 2030-03-07\.$/m)
  assert.equal(other.stderr, 'Error: Eva already has an override on 2030-03-07. Remove it first.\n')
  assert.match(again.stdout, /: no changes\n$/)
  assert.deepEqual(listed.stdout.trim().split('\n').slice(1), [
    '2030-03-05  tuesday    Eva           off          -',
    '2030-03-06  wednesday  Ana           09:00-12:00  Médico',
    '2030-03-07  thursday   Eva           off          -',
  ])
  const { exceptions, total } = some.json()
  assert.deepEqual([exceptions.length, exceptions[0].day, total], [1, '2030-03-06', 2])
  assert.deepEqual((await auditEntriesOf(salon)).length, 3)
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [1, 'Error: Eva has no override on 2030-03-06.\n'],
  )
})

test('invalid weekdays, times, days and texts are exit code 2 and show the expected format', async () => {
  const salon = await openSalon()
  const cases: [line: Line, message: RegExp][] = [
    [
      ['hours set', 'mondya', 'closed'],
      /^Error: Invalid weekday "mondya": expected .* Did you mean monday\?$/m,
    ],
    [['hours set', 'mon,', 'closed'], /^Error: Invalid weekday "": expected /],
    [
      ['hours set', 'monday', '20:00-02:00'],
      /^Error: Invalid value for HOURS: 20:00-02:00 ends before it starts\. .* next day\.$/m,
    ],
    [
      ['hours set', 'monday', '10:00-14:00,16:00-20:00'],
      /one opening time per day: .* --break 14:00-16:00\.$/m,
    ],
    [
      ['shifts set', 'ana', 'mon-fri', '10:00-14:00,13:00-15:00'],
      /^Error: Invalid value for TIMES: the times in .* overlap\.\n$/,
    ],
    [['closures add', '--day', '2020-01-06'], /^Error: --day 2020-01-06 is in the past\.$/m],
    [
      ['closures add', '--day', 'tomorow'],
      /^Error: Invalid value for --day: .* Did you mean tomorrow\?$/m,
    ],
    [
      ['holidays import', '--year', '2030', '--except', '2030-02-02'],
      /^Error: Invalid value for --except: 2030-02-02 is not a public holiday/,
    ],
    [['hours set', 'monday', 'closed', '--break', '14:00-15:00'], /--break needs opening hours/],
    [
      ['closures add', '--day', 'today', '--time', '9-12'],
      /^Error: Invalid value for --time: .* got "9-12"/,
    ],
    [['closures add', '--day', 'someday'], /^Error: Invalid value for --day: .* got "someday"/],
    [['closures add', '--day', 'today', '--to', 'yesterday'], /^Error: --to .* is before --day /],
    [
      ['closures add', '--day', 'today', '--reason', 'fr=Fermé'],
      /^Error: Invalid value for --reason: .* got "fr=Fermé"/,
    ],
    [
      ['closures add', '--day', 'today', '--reason', 'A', '--reason', 'en=B'],
      /^Error: Invalid value for --reason: .* got "A"/,
    ],
  ]
  const results = await silla(salon, ...cases.map(([line]) => line))
  for (const [index, [, message]] of cases.entries())
    assert.match(results[index]?.stderr ?? '', message)
  assert.deepEqual([...new Set(results.map(({ code }) => code))], [2])
})

test('a range of weekdays may continue past Sunday', () => {
  assert.deepEqual(parseWeekdays('Sat-mon,wednesday'), [
    'monday',
    'wednesday',
    'saturday',
    'sunday',
  ])
  assert.equal(formatWeekdays(parseWeekdays('sat-mon,wednesday')), 'mon, wed, sat-sun')
  assert.equal(formatWeekdays(parseWeekdays('every-day')), 'mon-sun')
})

test('public holidays become closures with translated names; existing closures stay unchanged', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    closings: { '2030-05-02': '16:00-20:00' },
  })
  const { codigo } = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-05-01' }), 201)
  const madrid = ['--region', 'md', '--year', '2030']
  const dayFlags = (flag: string, days: string) =>
    days.split(' ').flatMap((day) => [flag, `2030-${day}`])
  const others = '01-01 01-06 04-18 04-19 08-15 10-12 11-01 12-06 12-08 12-25'
  const compared = dayFlags('--confirm', others)
  const [open, planned, refused, imported, listed, past] = await silla(
    salon,
    ['holidays import', ...madrid, ...dayFlags('--confirm', '04-18 04-19')],
    ['holidays import', ...madrid, '--dry-run'],
    ['holidays import', ...madrid, ...compared, '--confirm', '2030-05-01'],
    ['holidays import', ...madrid, ...compared, '--except', '2030-05-01', '--json'],
    ['closures list', '--to', '2030-01-06', '--json'],
    ['holidays import', '--year', '2020'],
  )
  assert.equal(
    open.stderr,
    'Error: Compare these days with the official calendar of the place: 2030-01-01, 2030-01-06, ' +
      '2030-05-01, 2030-08-15, 2030-10-12, 2030-11-01, 2030-12-06, 2030-12-08, 2030-12-25. Pass ' +
      '--confirm DAY for each that is a holiday there, and --except DAY for the others.\n',
  )
  assert.deepEqual([open.code, open.stdout], [2, ''])
  assert.match(planned.stdout, /^2030-12-25 .* to compare +closes$/m)
  assert.equal(refused.code, 1)
  assert.match(
    refused.stdout,
    /^2030-05-01 {2}wednesday {2}whole day {2}Día del Trabajador +compared +closes$/m,
  )
  assert.match(refused.stdout, /^2030-05-02 .* unchanged$/m)
  assert.match(refused.stdout, new RegExp(`^! 2030-05-01 10:00, Ana, .*${codigo}`, 'm'))
  const days = imported.json().plan.changes.map(({ name }: { name: string }) => name)
  assert.deepEqual(days.slice(0, 5), [
    '2030-01-01',
    '2030-01-06',
    '2030-04-18',
    '2030-04-19',
    '2030-08-15',
  ])
  const { closings } = listed.json()
  assert.deepEqual(closings[0].reason, {
    es: 'Año Nuevo',
    en: "New Year's Day",
    ar: 'عيد رأس السنة',
  })
  assert.deepEqual(closings[1].reason, { es: 'Día de los Reyes Magos', en: 'Epiphany' })
  assert.deepEqual((await auditEntriesOf(salon)).length, 1)
  assert.equal(past.stdout, `There are no matching upcoming holidays.\n${salon.slug}: no changes\n`)
})

test('days of the official calendars are imported without a question, and only those', async () => {
  // what the package has beside the official days: weekends whose holiday is on another day, and
  // what a community may move or replace
  const extras: Record<string, [string, string]> = {
    DE: ['', ''],
    ES: ['11-01 12-06', '01-06 08-15'],
    FR: ['', ''],
    'GB.ENG': ['12-26', '12-25 12-26'],
    'GB.NIR': ['07-12 12-26', '12-25 12-26'],
    IE: ['', ''],
    PT: ['', ''],
    US: ['', ''],
  }
  // official dates that are certain: 2026 and 2027 have 8 to 15 each
  const known = { DE: 9, ES: 8, FR: 11, 'GB.ENG': 8, 'GB.NIR': 10, IE: 10, PT: 13, US: 12 }
  for (const [place, [in2026, in2027]] of Object.entries(extras)) {
    const [country = '', region = null] = place.split('.')
    for (const [year, extra] of [
      [2026, in2026],
      [2027, in2027],
    ] as const) {
      const holidays = publicHolidays({ country, region, years: [year] })
      const open = holidays.filter(({ official }) => !official)
      assert.equal(open.map(({ day }) => formatDate(day).slice(5)).join(' '), extra, place)
      const official = holidays.length - open.length
      assert.ok(official >= known[place as keyof typeof known], `${place} ${year}: ${official}`)
    }
  }
  const madrid = publicHolidays({ country: 'es', region: 'md', years: [2027] })
  const officialOf = (date: string) => madrid.find(({ day }) => formatDate(day) === date)?.official
  assert.deepEqual([officialOf('2027-12-08'), officialOf('2027-03-25')], [true, false])
  for (const [country, year] of [
    ['AE', 2027],
    ['GB', 2027],
    ['ES', 2030],
  ] as const)
    assert.ok(
      publicHolidays({ country, region: null, years: [year] }).every(({ official }) => !official),
    )
})

test('holidays of several days and of half a day are complete, and an unknown region lists the known ones', () => {
  const emirates = publicHolidays({ country: 'ae', region: null, years: [2027] })
  const feast = emirates.filter(
    ({ reason }) => typeof reason === 'object' && reason.ar === 'عيد الأضحى',
  )
  assert.deepEqual(
    feast.map(({ day }) => formatDate(day)),
    ['2027-05-16', '2027-05-17', '2027-05-18'],
  )
  const iceland = publicHolidays({ country: 'IS', region: null, years: [2027] })
  assert.equal(iceland.find(({ day }) => formatDate(day) === '2027-12-24')?.time, '13:00-24:00')
  const bavaria = publicHolidays({ country: 'DE', region: 'BY.A', years: [2027, 2027] })
  assert.ok(bavaria.some(({ day }) => formatDate(day) === '2027-08-08'))
  assert.equal(new Set(bavaria.map(({ day }) => day)).size, bavaria.length)
  const cases: [string, string | null, RegExp][] = [
    ['XX', null, /for the country XX\. Known: AD, AE, /],
    ['Spain', null, /for the country SPAIN\. Did you mean ES \(Spain\)\?/],
    ['ES', 'XX', /^ES has no region XX .* MD \(/],
    ['ES', 'madrid', /^ES has no region MADRID .* Did you mean MD \(Comunidad de Madrid\)\?/],
    ['ES', 'MD.1', /^ES MD has no region 1 .* omit --region\.$/],
  ]
  for (const [country, region, message] of cases) {
    assert.throws(() => publicHolidays({ country, region, years: [2027] }), {
      name: 'UsageError',
      message,
    })
  }
})

test('in a pipe, a week is a table; --json prints everything', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Eva'],
    break: '14:00-16:00',
    hours: { 1: '10:00-20:00', 2: '10:00-20:00', 3: '10:00-20:00' },
    closings: { '2030-03-05': null },
  })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(
    await salon.guest.cancel(
      dataOf(await salon.guest.book('Eva', '12:00', { date: '2030-03-06' }), 201),
    ),
  )
  const [piped, next, whole] = await silla(
    salon,
    ['week', '--day', '2030-03-07'],
    ['week', '--day', 'next-week', '--json'],
    ['week', '--day', '2030-03-07', '--professional', 'ana', '--json'],
  )
  assert.deepEqual(piped.stdout.trim().split('\n'), [
    'Day         Weekday    Professional  Works                     Booked',
    '2030-03-04  monday     Ana           10:00-14:00, 16:00-20:00  10:00-10:30',
    '2030-03-04  monday     Eva           10:00-14:00, 16:00-20:00  -',
    '2030-03-05  tuesday    -             closed: Fiesta            -',
    '2030-03-06  wednesday  Ana           10:00-14:00, 16:00-20:00  -',
    '2030-03-06  wednesday  Eva           10:00-14:00, 16:00-20:00  -',
    '2030-03-07  thursday   -             closed                    -',
    '2030-03-08  friday     -             closed                    -',
    '2030-03-09  saturday   -             closed                    -',
    '2030-03-10  sunday     -             closed                    -',
  ])
  const [today, monday] = [Math.floor(Date.now() / 86_400_000), next.json().days[0].day]
  assert.ok(formatDate(today) < monday && monday <= formatDate(today + 8), monday)
  const { days } = whole.json()
  assert.deepEqual(days[0].team, [
    {
      id: salon.id('Ana'),
      name: 'Ana',
      works: ['10:00-14:00', '16:00-20:00'],
      visits: [{ id, code: codigo, state: 'confirmed', time: '10:00-10:30' }],
    },
  ])
  assert.deepEqual([days.length, days[1].closings], [7, [{ time: null, reason: { es: 'Fiesta' } }]])
})

test('two professionals with the same name are distinguished by their handle', async () => {
  const written = (file: SalonFile) => ({
    ...file,
    professionals: file.professionals.map((one) => ({ ...one, name: 'Ana' })),
  })
  const salon = await openSalon({ professionals: ['Ana', 'Ana dos'], editFile: written })
  dataOf(await salon.guest.book('Ana dos', '10:00'), 201)
  const [one, first, both] = await silla(
    salon,
    ['week', '--day', '2030-03-04', '--professional', 'ana-dos', '--json'],
    ['week', '--professional', 'ana', '--json'],
    ['week', '--professional', 'Ána'],
  )
  const [{ team }] = one.json().days
  assert.deepEqual([team.length, team[0].id, team[0].visits.length], [1, salon.id('Ana dos'), 1])
  assert.equal(first.json().days[0].team[0].id, salon.id('Ana'))
  assert.match(
    both.stderr,
    /^Error: Several professionals of \S+ are called Ána. Use the handle: ana \(Ana\), ana-dos \(Ana\)\.\n$/,
  )
})

test('a professional who has left is still shown on days with their bookings', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Eva'] })
  dataOf(await salon.guest.book('Eva', '10:00', { date: '2030-03-06' }), 201)
  await applySalon(admin, salonFileFor(salon.slug, { professionals: ['Ana'] }), {
    allowOrphaned: true,
  })
  const [piped] = await silla(salon, ['week', '--day', '2030-03-06'])
  const lines = piped.stdout.split('\n').filter((line) => line.includes('Eva'))
  assert.deepEqual(lines, ['2030-03-06  wednesday  Eva           off          10:00-10:30'])
})

test('on a terminal, a week is drawn to its width, and removing a closure asks for confirmation', async (t) => {
  const terminal = await openTerminal(env, { columns: 60 })
  if (terminal === null) return t.diagnostic('skipped: tmux is not installed')
  t.after(() => terminal.close())
  const salon = await openSalon({
    professionals: ['Ana'],
    hours: '10:00-20:00',
    closings: { '2030-03-05': null },
  })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  await terminal.type(`silla schedule week -b ${salon.slug} --day 2030-03-04; echo "code $?"`)
  const drawn = await terminal.waitFor(/code 0/)
  assert.match(
    drawn,
    /^Mon 2030-03-04 {2}10──11──.*──19──20\n {2}Ana {11}█▌·{38}\nTue 2030-03-05 {2}closed: Fiesta$/m,
  )
  await terminal.type(
    `clear; silla schedule closures remove -b ${salon.slug} --day 2030-03-05; echo "code $?"`,
  )
  await terminal.waitFor(/Apply 1 change to salon-\d+\?/)
  await terminal.press('C-c')
  await terminal.waitFor(/Nothing was changed\.\ncode 1/)
  assert.deepEqual(await auditEntriesOf(salon), [])
})
