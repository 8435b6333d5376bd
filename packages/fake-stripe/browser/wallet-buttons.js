import { applyAppearance, openRoot } from './style.js'

const wallets = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
/** What a wallet pays with. */
const cards = { accepted: '4242424242424242', declined: '4000000000000002' }

/**
 * The buttons of the Express Checkout Element. A click opens the sheet of the wallet, as a dialog that says
 * that this is a test.
 *
 * @param onClick lets the page prepare; whether it agrees
 * @param onPay called with the wallet and its card once the sheet is approved
 */
export function createWalletButtons(host, { locale, appearance, names, onClick, onPay, onCancel }) {
  const words = texts[locale]
  const container = openRoot(host, locale)
  applyAppearance(host, appearance)
  const row = make('div', { className: 'row' })
  for (const name of names) {
    const button = make('button', { type: 'button', textContent: wallets[name] })
    button.className = 'wallet'
    button.addEventListener('click', () => choose(name))
    row.append(button)
  }
  container.append(row)

  async function choose(name) {
    if (!(await onClick(name))) return
    const card = await openSheet(container, words, wallets[name])
    if (card === null) onCancel()
    else onPay(name, card)
  }
}

/** Resolves with the card; null when the sheet is closed. */
function openSheet(container, words, wallet) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'wallet')
  const form = make('form', { method: 'dialog' })
  const buttons = [
    make('button', { value: cards.accepted, className: 'primary', textContent: words.pay }),
    make('button', { value: cards.declined, textContent: words.decline }),
    make('button', { value: '', textContent: words.cancel }),
  ]
  form.append(
    make('h2', { id: 'wallet', textContent: wallet }),
    make('p', { textContent: words.note }),
    ...buttons,
  )
  dialog.append(form)
  container.append(dialog)
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue || null)
    })
    dialog.showModal()
  })
}

const make = (tag, properties) => Object.assign(document.createElement(tag), properties)

const texts = {
  en: {
    note: 'Test payment: no money moves.',
    pay: 'Pay',
    decline: 'Pay with a declined card',
    cancel: 'Cancel',
  },
  es: {
    note: 'Pago de prueba: no se mueve dinero.',
    pay: 'Pagar',
    decline: 'Pagar con una tarjeta rechazada',
    cancel: 'Cancelar',
  },
  ar: {
    note: 'دفعة تجريبية: لا تُنقل أي أموال.',
    pay: 'ادفع',
    decline: 'الدفع ببطاقة مرفوضة',
    cancel: 'إلغاء',
  },
}
