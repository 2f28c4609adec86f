import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { settings } from './ui/settings.svelte';

settings.show();
settings.follow();
const target = document.getElementById('app');
if (target) mount(App, { target });
