const names = `
amountCents announce another anyone anyoneHint attempt booked callAsCustomer cancelAnytime
cancelUntil cardNext choose chooseDay chooseOne chooseTime chosen clock codeHint codeInvalid codeSent
confirmCode coversAll dayOfMonth deducted described directions dismiss each emailInvalid
emit emptyMonth ending facts firstMonth firstWeekday formOptions free guest hasUpdated hideNotice
horizonDays insteadOf isInvalid isMutation isOptional isReady isRepeatable isSignedIn isSignIn
isTemporary isTentative isToday joined kept lacksPhone lastMonth lastServices leave localize
manageUrl member nameMissing nextFree nextMonth noneInMonth noneSoon notAnswering notConfigured
notHeld offered offeredHint otherEmail ownServices pageUrl payNext phoneMissing pills pointsBalance
pointsMissing prepare previousMonth problemOf problems readResult reasons refunded refundRule
refusal renderRoot renew requested requestedHint requestUpdate resend resent rest retryAfterSeconds
retryIn retrying reviews run saving sendCode sentTo sessionEnded setEmail setIntent shortDate signedIn
signIn signOut skeleton styles taken takenNone timeLost timesOn today tooMany toPayment
updateComplete visit waitlist what willUpdate zone`

/**
 * Properties that the build gives short names, which takes half a kilobyte off a booking. Only our own
 * code may know them: they are no names of browsers, of the API or of the processor, and are not kept
 * in storage, where another release would look for them (test/unit/widget/build.test.ts).
 */
export const shortNames: readonly string[] = names.trim().split(/\s+/)

/**
 * Custom properties of the styles that the build gives short names. Sites set those that begin with
 * --silla-, which keep theirs.
 */
const shortProperties: Readonly<Record<string, string>> = {
  accent: 'a',
  'accent-soft': 'f',
  'accent-text': 't',
  edge: 'e',
  error: 'x',
  'error-surface': 'w',
  ink: 'i',
  line: 'l',
  muted: 'm',
  'on-accent': 'o',
  padding: 'p',
  radius: 'r',
  raised: 'b',
  surface: 's',
  unit: 'u',
}

/** Of styles, and of code that reads them. */
export const withShortProperties = (source: string): string =>
  source.replace(/--([a-z]+(?:-[a-z]+)*)/g, (property, name) => {
    const short = shortProperties[name]
    return short === undefined ? property : `--${short}`
  })
