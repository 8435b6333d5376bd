import { applyAppearance, openRoot } from './style.js'
import { texts } from './texts.js'

/**
 * The authentication of the bank (3-D Secure), as a dialog on the page. Closing it with Escape fails
 * the authentication.
 *
 * @param answer sends the bank's answer; its result is that of the dialog
 */
export function openAuthenticationDialog({ language, appearance, isSetup, answer }) {
  const words = { ...texts[language].dialog, ...(isSetup && texts[language].setupDialog) }
  const host = document.createElement('div')
  document.body.append(host)
  applyAppearance(host, appearance)
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  dialog.setAttribute('aria-describedby', 'text')
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties)
  const error = make('p', { className: 'error', role: 'alert' })
  const approve = make('button', {
    type: 'button',
    className: 'primary',
    textContent: words.approve,
  })
  const refuse = make('button', { type: 'button', textContent: words.refuse })
  const form = make('form', {})
  form.append(
    make('h2', { id: 'title', textContent: words.title }),
    make('p', { id: 'text', textContent: words.text }),
    error,
    approve,
    refuse,
  )
  dialog.append(form)
  openRoot(host, language).append(dialog)

  return new Promise((resolve) => {
    async function send(isApproved) {
      approve.disabled = refuse.disabled = true
      error.textContent = ''
      const result = await answer(isApproved)
      if (result.error?.type === 'api_connection_error') {
        approve.disabled = refuse.disabled = false
        error.textContent = words.failed
        return
      }
      dialog.close()
      host.remove()
      resolve(result)
    }
    approve.addEventListener('click', () => send(true))
    refuse.addEventListener('click', () => send(false))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (!approve.disabled) send(false)
    })
    dialog.showModal()
  })
}
