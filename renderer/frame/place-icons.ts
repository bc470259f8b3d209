import {
  Activity,
  CalendarDays,
  FolderOpen,
  HeartPulse,
  Inbox,
  Library,
  type LucideIcon,
  MessagesSquare,
  Plug,
  Server,
  Settings,
  Share2,
  Sun,
} from "lucide-react";
import type { Place } from "../navigation/route.ts";

export const PLACE_ICONS: Readonly<Record<Place, LucideIcon>> = {
  today: Sun,
  projects: FolderOpen,
  memories: Library,
  inbox: Inbox,
  conversations: MessagesSquare,
  timeline: CalendarDays,
  health: HeartPulse,
  activity: Activity,
  clients: Plug,
  servers: Server,
  spaces: Share2,
  settings: Settings,
};
