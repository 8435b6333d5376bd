/**
 * An invitation to the staff of a salon (D66). Its token is in the fragment of the address, which
 * browsers send to no server; it leaves the address once it is used up.
 */
import { addPasskey, call, field, on, part, run, texts, when } from './partes.js'

const token = () => location.hash.slice(1)

/** The only part that is shown. */
function showPart(name) {
  for (const each of ['invitation', 'refused', 'joined']) part(each).hidden = each !== name
  part(name).focus()
}

const refusedTitles = {
  INVITATION_USED: 'usedTitle',
  INVITATION_EXPIRED: 'expiredTitle',
  INVITATION_INVALID: 'invalidTitle',
  BUSINESS_SUSPENDED: 'suspendedTitle',
}

/** Does something with the invitation; one that cannot be accepted is shown as such. */
async function withInvitation(path) {
  try {
    return await call('POST', path, { invitacion: token() })
  } catch (error) {
    const title = texts[refusedTitles[error.code]]
    if (title === undefined) throw error
    refuse(title, error.message)
    return null
  }
}

function refuse(title, message) {
  part('refused-title').textContent = title
  part('refused-text').textContent = message
  showPart('refused')
}

on('accept', 'click', async () => {
  const session = await withInvitation('sesion/invitacion/')
  if (session === null) return
  history.replaceState(null, '', location.pathname + location.search)
  showPart('joined')
})

on('add', 'submit', async ({ target }) => {
  await addPasskey(field(target, 'nombre'))
  location.assign(part('later').href)
})

async function show() {
  // the pages in other languages need the token too
  for (const link of document.querySelectorAll('.langs a')) link.hash = location.hash
  if (token() === '') return refuse(texts.invalidTitle, texts.incomplete)
  const shown = await withInvitation('sesion/invitacion/consultar/')
  if (shown === null) return
  part('salon').textContent = shown.negocio
  part('name').textContent = shown.nombre
  part('role').textContent = texts.roles[shown.rol]
  part('until').textContent = when(shown.caduca_en)
  showPart('invitation')
}

// a newer link that is pasted into the same window changes the fragment alone
addEventListener('hashchange', () => run(show))
run(show)
