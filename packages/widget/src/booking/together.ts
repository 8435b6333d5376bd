// gzip refers back 32 KiB at most: what is alike is smaller side by side. Modules are
// bundled in the order in which they are imported first; nothing else depends on it.
import './booking.css'
import '../style/base.css'
import '../form/form.css'
import '../style/tokens.css'
import '../calendar/calendar.css'
import '../visit/visit.css'
import '../form/field.ts'
import '../form/problems.ts'
import './steps/contact.ts'
import '../payment/payment-panel.ts'
import './steps/professional.ts'
import '../visit/read-booking.ts'
