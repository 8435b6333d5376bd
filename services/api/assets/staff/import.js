/** Imports customers and bookings of another product (D78). */
import {
  button,
  call,
  callOnce,
  confirmed,
  element,
  fill,
  on,
  onSessionEnd,
  part,
  row,
  run,
  signedIn,
  status,
  texts,
  when,
} from './partes.js'

const language = document.documentElement.lang
const parts = ['signed-out', 'not-allowed', 'no-passkey', 'choose', 'running', 'report']
const maxFileBytes = 20 * 1024 * 1024
const pollMilliseconds = 1000
const rowsAPage = 50

/** The only part that is shown. */
function showPart(name) {
  for (const each of parts) part(each).hidden = each !== name
  part(name).focus()
}

const form = part('form')
const value = (name) => form.elements.namedItem(name).value
const option = (name, label) => element('option', label, { value: name })

/** What is sent when the file is checked or imported; null: no file was chosen on this page. */
let sent = null

// The file

const firstBytes = 64 * 1024

/** Its columns, by the encoding that fits: whether they are right is checked by the server. */
async function readHead(file) {
  const bytes = new Uint8Array(await file.slice(0, firstBytes).arrayBuffer())
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isUtf16 ? 'utf-16' : isUtf8(bytes) ? 'utf-8' : otherEncoding
  const text = new TextDecoder(encoding).decode(bytes).replace(/^"?sep=[,;\t]"?\r?\n/i, '')
  const [line = ''] = text.split(/[\r\n]/, 1)
  const separators = [';', '\t', ',']
  const separator = separators.reduce((most, each) =>
    line.split(each).length > line.split(most).length ? each : most,
  )
  const columns = line
    .split(separator)
    .map((column) => column.trim().replace(/^"|"$/g, ''))
    .filter((column) => column !== '')
  return { encoding, columns: columns.slice(0, 100) }
}

const otherEncoding = language === 'ar' ? 'windows-1256' : 'windows-1252'

function isUtf8(bytes) {
  try {
    // the last character may be cut
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** What only a list of bookings has. */
const bookingColumns = [
  ...['service', 'services', 'service name', 'start', 'appointment date'],
  ...['servicio', 'servicios', 'tratamiento', 'fecha y hora', 'fecha de la cita'],
  ...['الخدمة', 'الخدمات', 'تاريخ الموعد'],
]

/** Which product writes such columns; the person can correct it. */
function guess(columns) {
  const names = columns.map((column) => column.toLowerCase())
  const has = (...wanted) => wanted.some((name) => names.includes(name))
  const isOfBookings = has(...bookingColumns)
  const source = has('square customer id')
    ? 'square'
    : has('client name')
      ? 'booksy'
      : has('client id', 'team member')
        ? 'fresha'
        : has('revenue')
          ? 'timely'
          : 'generico'
  return { tipo: isOfBookings ? 'reservas' : 'clientes', origen: source }
}

on('file', 'change', async ({ target }) => {
  const [file] = target.files
  if (file === undefined) return
  if (file.size > maxFileBytes) {
    target.value = ''
    throw new Error(texts.tooLarge)
  }
  const { encoding, columns } = await readHead(file).catch(() => {
    throw new Error(texts.notText)
  })
  const { tipo, origen } = guess(columns)
  form.elements.namedItem('codificacion').value = encoding
  form.elements.namedItem('tipo').value = tipo
  form.elements.namedItem('origen').value = origen
  part('of-bookings').hidden = tipo !== 'reservas'
  part('columns').hidden = columns.length === 0
  part('column-list').replaceChildren(...columns.map(columnField))
})

on('kind', 'change', ({ target }) => {
  part('of-bookings').hidden = target.value !== 'reservas'
})

function columnField(column) {
  const select = element(
    'select',
    [
      option('', texts.automatic),
      ...Object.entries(texts.fields).map(([field, label]) => option(field, label)),
    ],
    { 'data-column': column },
  )
  return labelled(column, select)
}

const labelled = (label, input) =>
  element('label', [element('span', element('bdi', label)), input], { class: 'field' })

/** The file in base64, packed where the browser can. */
async function packed(file) {
  const stream =
    typeof CompressionStream === 'undefined'
      ? file.stream()
      : file.stream().pipeThrough(new CompressionStream('gzip'))
  const blob = await new Response(stream).blob()
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(new Error(texts.notText))
    reader.readAsDataURL(blob)
  })
  return url.slice(url.indexOf(',') + 1)
}

on('form', 'submit', async () => {
  const [file] = form.elements.namedItem('archivo').files
  const chosen = [...part('column-list').querySelectorAll('select')]
    .filter((select) => select.value !== '')
    .map((select) => ({ columna: select.dataset.column, campo: select.value }))
  const isOfBookings = value('tipo') === 'reservas'
  const order = value('orden_fechas')
  const archivo = await packed(file).catch(() => {
    throw new Error(texts.notText)
  })
  sent = {
    ...{ tipo: value('tipo'), origen: value('origen'), codificacion: value('codificacion') },
    ...{ archivo, columnas: chosen },
    ...(isOfBookings && {
      por_nombre: form.elements.namedItem('por_nombre').checked,
      recordar: form.elements.namedItem('recordar').checked,
      ...(order !== '' && { orden_fechas: order }),
    }),
  }
  await start({ tried: true })
})

// An import that runs

/** Starts an import, or shows the one that runs already. */
async function start({ tried }) {
  try {
    const send = tried
      ? () => call('POST', 'importaciones/', sent, { 'x-simular': 'true' })
      : () => callOnce('POST', 'importaciones/', sent)
    await follow(await confirmed(send))
  } catch (error) {
    if (error.code !== 'IMPORT_RUNNING') throw error
    const { items } = await call('GET', 'importaciones/?page_size=10')
    const running = items.find(isOpen)
    if (running === undefined) throw error
    sent = null
    await follow(running)
    status.textContent = texts.follows
  }
}

/** One of a salon is. */
const isOpen = ({ terminada_en }) => terminada_en === null

let followed = null

/** Shows how far an import is until it has ended, then what became of it. */
async function follow(started) {
  followed = started.id
  showProgress(started)
  showPart('running')
  await poll(started)
}

async function poll(found) {
  if (followed !== found.id) return
  if (found.terminada_en !== null) {
    await showReport(found)
    return
  }
  showProgress(found)
  setTimeout(() => next(found), pollMilliseconds)
}

/** Without a network the next attempt shows it; without a session it goes on once somebody signs in. */
async function next(found) {
  if (followed !== found.id) return
  try {
    const now = await call('GET', `importaciones/${found.id}/`)
    status.textContent = ''
    await poll(now)
  } catch (error) {
    if (error.code === '' || error.code === 'SERVICE_UNAVAILABLE') {
      status.textContent = error.message
      setTimeout(() => next(found), pollMilliseconds)
    } else
      await run(() => {
        throw error
      })
  }
}

function showProgress({ tipo, filas_hechas, filas_total, estado }) {
  part('running-kind').textContent = texts.kinds[tipo]
  const bar = part('progress')
  if (filas_total === null) bar.removeAttribute('value')
  else {
    bar.max = filas_total
    bar.value = filas_hechas
  }
  part('progress-text').textContent =
    estado === 'en_espera' || filas_total === null
      ? texts.waiting
      : fill(texts.rowsOf, { done: filas_hechas, total: filas_total })
}

on('cancel', 'click', () => part('dialog').showModal())

on('no', 'click', () => part('dialog').close())

on('yes', 'click', async () => {
  part('dialog').close()
  // it may end while the person thinks about it
  if (followed === null) return
  const ended = await confirmed(() => call('DELETE', `importaciones/${followed}/`))
  if (followed === ended.id) await showReport(ended)
})

// What became of it

let shown = null
let shownRows = 0

const list = (names) => names.join(language === 'ar' ? '، ' : ', ')

async function showReport(ended) {
  followed = null
  part('dialog').close()
  shown = ended
  const { estado, simulado, resultados, problema, columnas, nombres_desconocidos } = ended
  const toWrite = resultados === null ? 0 : resultados.creada + resultados.unida
  part('outcome').textContent =
    estado === 'fallida' ? texts.failed : simulado ? texts.dryDone : texts.done
  part('problem').hidden = problema === null
  part('problem').textContent = problema?.mensaje ?? ''
  part('counted').hidden = resultados === null
  part('counts').replaceChildren(
    ...Object.entries(resultados ?? {})
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => row(texts.outcomes[outcome], String(count), [])),
  )
  part('of-columns').hidden = columnas === null || columnas.leidas.length === 0
  const { leidas = [], ignoradas = [], consentimiento = [] } = columnas ?? {}
  part('read').textContent = list(
    leidas.map(({ columna, campo }) => `${columna} (${texts.fields[campo] ?? campo})`),
  )
  const others = ignoradas.filter((column) => !consentimiento.includes(column))
  part('has-ignored').hidden = others.length === 0
  part('ignored').textContent = list(others)
  part('has-consent').hidden = consentimiento.length === 0
  part('consent').textContent = list(consentimiento)
  await showNames(nombres_desconocidos)
  shownRows = 0
  part('rows').replaceChildren()
  await showRows()
  const canStart = simulado && sent !== null && estado === 'terminada'
  const hasNames = nombres_desconocidos.length > 0
  part('start').hidden = !canStart || hasNames || toWrite === 0
  part('start').textContent = fill(texts.importRows, { count: toWrite })
  part('download').hidden = resultados === null
  showPart('report')
  if (canStart && !hasNames && toWrite === 0) status.textContent = texts.nothing
}

/** Names without a meaning here, which the person gives them. */
async function showNames(unknown) {
  part('unknown').hidden = unknown.length === 0 || sent === null
  if (part('unknown').hidden) return
  const [{ servicios }, { profesionales }] = [
    await call('GET', 'servicios/'),
    await call('GET', 'peluqueros/'),
  ]
  const ours = { servicio: servicios, profesional: profesionales }
  part('name-list').replaceChildren(
    ...unknown.map(({ tipo, nombre, filas }) => {
      const kind = tipo === 'servicio' ? texts.service : texts.professional
      const select = element(
        'select',
        [
          option('', texts.choose),
          option('omit', texts.leaveOut),
          ...ours[tipo].map((entry) => option(String(entry.id), entry.nombre)),
        ],
        { required: '', 'data-name': nombre },
      )
      return labelled(`${kind}: ${nombre} (${fill(texts.withRows, { count: filas })})`, select)
    }),
  )
}

on('names', 'submit', async () => {
  const chosen = [...part('name-list').querySelectorAll('select')].map((select) => ({
    archivo: select.dataset.name,
    salon: select.value === 'omit' ? '' : select.value,
  }))
  sent = { ...sent, nombres: [...(sent.nombres ?? []), ...chosen] }
  await start({ tried: true })
})

const rowOf = ({ linea, id_externo, resultado, notas }) =>
  row(
    `${fill(texts.line, { line: linea })}${id_externo === null ? '' : ` · ${id_externo}`}`,
    [texts.rowOutcomes[resultado], ...notas.map(({ mensaje }) => mensaje)].join(' · '),
    [],
  )

async function showRows() {
  const page = Math.floor(shownRows / rowsAPage) + 1
  const path = `importaciones/${shown.id}/filas/?avisos=true&page=${page}&page_size=${rowsAPage}`
  const { items, pagination } = await call('GET', path)
  shownRows += items.length
  part('rows').append(...items.map(rowOf))
  part('no-rows').hidden = shownRows > 0
  part('more').hidden = !pagination.has_next
}

on('more', 'click', async () => {
  const before = part('rows').children.length
  await showRows()
  const first = part('rows').children[before]
  first?.setAttribute('tabindex', '-1')
  first?.focus()
})

on('start', 'click', () => start({ tried: false }))

on('download', 'click', async () => {
  const { csv } = await call('GET', `importaciones/${shown.id}/informe/`)
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = element('a', '', { href: url, download: texts.reportName })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
})

on('again', 'click', () => choose())

const recentRow = (found) =>
  row(
    `${texts.kinds[found.tipo]}${found.simulado ? ` (${texts.tried})` : ''}`,
    `${texts.states[found.estado]} · ${when(found.creada_en)}`,
    [button(texts.show, when(found.creada_en), () => follow(found))],
  )

async function choose() {
  followed = null
  sent = null
  form.reset()
  part('columns').hidden = true
  part('of-bookings').hidden = true
  part('column-list').replaceChildren()
  const { items } = await call('GET', 'importaciones/?page_size=10')
  part('recent').hidden = items.length === 0
  part('recent-list').replaceChildren(...items.map(recentRow))
  showPart('choose')
  return items
}

async function show() {
  followed = null
  const person = await signedIn()
  if (person === null) return showPart('signed-out')
  const { permisos, passkeys } = person.persona
  if (!permisos.includes('clientes.exportar')) return showPart('not-allowed')
  if (passkeys === 0) return showPart('no-passkey')
  // one that runs is shown again after a reload
  const running = (await choose()).find(isOpen)
  if (running !== undefined) await follow(running)
}

onSessionEnd(show)
run(show)
