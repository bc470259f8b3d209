import { Activity, CalendarDays, HeartPulse, Library, type LucideIcon, Plug, Settings } from "lucide-react";
import type { Place } from "../navigation/route.ts";

export const PLACE_ICONS: Readonly<Record<Place, LucideIcon>> = {
  memories: Library,
  timeline: CalendarDays,
  health: HeartPulse,
  activity: Activity,
  clients: Plug,
  settings: Settings,
};
