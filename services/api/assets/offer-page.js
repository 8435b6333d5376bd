/**
 * Counts down the time for which an offer of the waitlist is kept, by the minute and at the end by
 * the second, and shows what follows when it is over. The page says until when without it.
 */
const offer = document.querySelector('[data-seconds-left]')
if (offer) {
  const until = Date.now() + offer.dataset.secondsLeft * 1000
  const timer = offer.querySelector('[role="timer"]')
  const expired = document.querySelector('[data-expired]')
  const format = (unit) =>
    new Intl.NumberFormat(document.documentElement.lang, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
    })
  const minutes = format('minute')
  const seconds = format('second')

  const show = () => {
    const left = Math.ceil((until - Date.now()) / 1000)
    if (left > 120) timer.textContent = minutes.format(Math.ceil(left / 60))
    else if (left > 0) timer.textContent = seconds.format(left)
    else {
      clearInterval(interval)
      offer.hidden = true
      expired.hidden = false
      expired.focus()
    }
  }
  const interval = setInterval(show, 1000)
  show()
}
