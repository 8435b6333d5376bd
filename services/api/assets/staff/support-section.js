/** The platform's support (D66), on the page of staff: a banner for everybody, decisions for owners. */
import { button, call, confirmed, element, part, row, status, texts, when } from './partes.js'

const refreshMilliseconds = 30_000
let isOwner = false

/** Shows what is true of support, for the person who has signed in. */
export async function showSupport({ persona, sesion, soporte }) {
  isOwner = persona.rol === 'propietario' && !sesion.compartida
  showInside(soporte)
  part('support').hidden = !isOwner
  if (isOwner) await showAccesses()
}

function showInside(inside) {
  const banner = part('support-inside')
  const shown = inside.map(
    ({ solicitado_por, alcance, caduca_en }) =>
      `${solicitado_por} (${scope(alcance)}, ${texts.supportUntil} ${when(caduca_en)})`,
  )
  const said = inside.length === 0 ? '' : `${texts.supportInside}: ${shown.join('; ')}`
  // a screen reader speaks what changes only
  if (banner.textContent !== said) banner.textContent = said
  banner.hidden = inside.length === 0
}

const scope = (alcance) => (alcance === 'escritura' ? texts.supportWrites : texts.supportReads)

async function showAccesses() {
  const { items } = await call('GET', 'soporte/?page_size=5')
  part('support-list').replaceChildren(
    ...(items.length === 0 ? [element('li', texts.supportNone)] : items.map(accessRow)),
  )
}

function accessRow({ id, estado, solicitado_por, motivo, alcance, caduca_en }) {
  const isLive = estado === 'solicitado' || estado === 'aprobado'
  const until = isLive ? `, ${texts.supportUntil} ${when(caduca_en)}` : ''
  const detail = `${texts.supportStates[estado]}, ${scope(alcance)}${until}. ${motivo}`
  const act = (label, verb, done) =>
    button(label, solicitado_por, async () => {
      await confirmed(() => call('POST', `soporte/${id}/${verb}/`))
      await refresh()
      part('account').focus()
      status.textContent = done
    })
  const actions = {
    solicitado: () => [
      act(texts.supportApprove, 'aprobar', texts.supportApproved),
      act(texts.supportRefuse, 'rechazar', texts.supportRefused),
    ],
    aprobado: () => [act(texts.supportEnd, 'terminar', texts.supportEnded)],
  }
  return row(solicitado_por, detail, actions[estado]?.() ?? [])
}

async function refresh() {
  await showSupport(await call('GET', 'sesion/'))
}

// somebody may let support in meanwhile; without a network the next attempt shows it
setInterval(() => {
  if (!document.hidden && !part('account').hidden) refresh().catch(() => {})
}, refreshMilliseconds)
