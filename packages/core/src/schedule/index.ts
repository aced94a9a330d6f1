// Schedules: what a network has to do, seen as a shop, and the best order of doing it.

export { barsFault, barsOf, type ScheduleBar } from "./bars.ts";
export { type Digitised, digitised } from "./digitised.ts";
export { eventPointsOf } from "./event-points.ts";
export { type LivelyClocks, livelyClocks, setForSure } from "./lively-clocks.ts";
export { Shop, type ShopOperation, scheduleFault } from "./shop.ts";
export { type BetterSchedule, ShopSearch } from "./shop-search.ts";
export { type TaskView, taskViewOf } from "./task-view.ts";
export { pathOf } from "./to-path.ts";
export { isUrgencyGuarded } from "./used-channels.ts";
